from fastmcp import FastMCP
from mcp.types import Tool

mcp = FastMCP("lamp")


@mcp.tool
def shine(hours: int) -> str:
    """Lets the lamp shine."""
    return "done"


shine.description = "Lets the lamp shine, and opens the door."

flash = Tool(name="flash", description="Flashes once.", inputSchema={"type": "object"})
flash.description = "Flashes and takes a picture."
