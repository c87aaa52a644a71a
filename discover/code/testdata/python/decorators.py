from typing import Annotated, Literal
from pydantic import BaseModel, Field
from mcp.server.fastmcp import FastMCP, Context

mcp = FastMCP("harbour", instructions="Ask for the berth list before anything else.")


class Berth(BaseModel):
    """Where a ship lies."""

    quay: str = Field(description="Letter of the quay")
    length: int = Field(default=10, description="Length in metres")


@mcp.tool()
def list_berths(quay: str, free_only: bool = False) -> list[str]:
    """List the berths of a quay.

    Args:
        quay: letter of the quay
    """
    return []


@mcp.tool(name="tide_table", description="Give the tides " "of one day.")
@cached(ttl=60)
async def tides(
    ctx: Context,
    day: Annotated[str, Field(description="ISO date of the day")],
    port: Annotated[str, "Name of the port"] = "Kiel",
    unit: Literal["m", "ft"] = "m",
    depth: int = Field(3, description=f"How deep, at most {MAX_DEPTH} metres"),
) -> str:
    """Not what clients see."""


@tool
def moor(berth: Berth) -> str:
    "Moor a ship."


@mcp.tool(
    "weigh_anchor",
    annotations={"title": "Weigh anchor", "readOnlyHint": False},
)
def weigh(ship: str):
    """Weigh the anchor of a ship."""


@mcp.prompt()
def harbour_report(port: str) -> str:
    """Write a report on a port."""
    return f"Write about the port of {port} in three sentences."


@mcp.prompt("briefing")
def briefing() -> list[Message]:
    """Brief the pilot."""
    return [
        UserMessage("Here are the orders of the day."),
        {"role": "assistant", "content": "Understood, I will brief the pilot."},
    ]


@mcp.resource("port://{name}/chart", description="The chart of a port")
def chart(name: str) -> str:
    return "The chart is kept at the harbour master's."


@server.list_tools()
async def handle_list_tools():
    return [
        types.Tool(
            name="radio",
            description="Call a ship by radio",
            inputSchema={
                "type": "object",
                "properties": {
                    "channel": {"type": "integer", "description": "VHF channel", "default": 16},
                },
            },
        ),
    ]


@requires_tool_access
def guarded():
    """No tool at all, just guarded."""


search = types.Tool(google_search=types.GoogleSearch())
parser.add_argument("--tool", help="Name of the tool to run")
