class Handler:
    def look(self, where: str):
        """Look somewhere."""

    async def listen(self, to: Annotated[str, Field(description="Whom to listen to")]):
        """Listen to someone."""


def shout(word: str = "hey"):
    """Shout a word."""
