LOOK = "Look " "around."
NAMES = {"hear": "Hear a noise.", "see": "See a thing."}


class Texts:
    ORDER = f"{LOOK} Then order something."


def describe(what):
    return "Describe what there is."
