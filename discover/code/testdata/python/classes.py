from pydantic import BaseModel, Field


class PromptRecord(BaseModel):
    """One prompt as the store keeps it."""

    name: str = Field(description="Name that the prompt is kept under")
    description: str = Field(default="none", description="What the prompt is for")


class ToolListingLoader(Watcher):
    description = "Loads the list of tools from a file"


class ScrewdriverTool(BaseTool):
    name = "screwdriver"
    description = "Turns screws."
