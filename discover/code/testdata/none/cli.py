import click
from google import genai
from google.genai import types

search = types.Tool(google_search=types.GoogleSearch())
config = types.GenerateContentConfig(tools=[types.Tool(code_execution=types.ToolCodeExecution())])
parser = argparse.ArgumentParser("tool", description="Runs the tools of this program")
parser.add_argument("--tool", help="Name of the tool to run")
COLUMNS = [{"name": "id", "description": "Key of the row", "type": "int"}]
setup(name="pkg", description="A package with an MCP server", version="1")


@requires_tool_permission("x")
def guarded():
    """Says nothing to a model."""


@server.call_tool()
async def call_tool(name: str, arguments: dict):
    """Calls the tool of that name."""
    return [TextContent(type="text", text="There is no such tool here")]


@app.route("/resource")
def resource():
    """A page about resources."""


@click.command(name="x", help="Does something with x")
def command():
    """A command of the program."""


def test_tools():
    assert tools[0] == {"name": "a", "description": "Expected text of a", "inputSchema": {}}


raise ToolError("no_tool", "There is no tool of this name")
toolkit.get_tools("first", "All tools of this kit")
