from mcp.server.fastmcp import FastMCP

from greenhouse.models import Answer, Plant, Row
from greenhouse.tools import read_tools

mcp = FastMCP("greenhouse")


def add_plain_tool(mcp, tool):
    mcp.add_tool(tool)


for tool in read_tools:
    add_plain_tool(mcp, tool)


@mcp.tool()
def find_plant(row: Row, like: Plant) -> Answer:
    """Find a plant."""


def open_window(wide: bool) -> None:
    """Open a window."""


def close_window() -> None:
    """Close all windows."""


for f in (open_window, close_window):
    mcp.tool()(f)
