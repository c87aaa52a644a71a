def crlf():
    """One
    two \
    three
    """
    return "a" \
        "b"
