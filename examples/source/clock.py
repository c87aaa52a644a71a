"""A small server; each of its tools is written in another way."""

from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

mcp = FastMCP("clock", instructions="Tells the time. All times are in UTC unless a zone is given.")

ZONES = "A zone is a name of the IANA database, such as Europe/Lisbon."


@mcp.tool()
def now(zone: Annotated[str, Field(description=f"Where the clock hangs. {ZONES}")] = "UTC") -> str:
    """Tells the date and time of day."""
    return clock.read(zone)


@mcp.tool(name="wait", description="Waits some seconds. " + "At most one minute.")
async def pause(seconds: float) -> str:
    return await clock.wait(seconds)


@mcp.prompt()
def plan(day: str) -> str:
    """Plans a day."""
    return f"Make a plan for {day}. Leave an hour free at noon."
