from mcp.server.fastmcp import FastMCP
from .texts import LOOK as LOOK_TEXT, describe
from . import texts
from .handlers import Handler, shout
from .models import Order

mcp = FastMCP(name="crossing")
handler = Handler()

mcp.tool(name="look")(handler.look)
mcp.add_tool(shout)
mcp.add_tool(FunctionTool.from_function(fn=handler.listen))


@mcp.tool(description=LOOK_TEXT)
def look_again(order: Order):
    pass


@mcp.tool(description=texts.NAMES["hear"])
def hear():
    pass


@mcp.tool(description=describe("x"))
def described():
    pass


@mcp.tool(description=open("help.md").read())
def read_help():
    pass


TOOL = Tool(name="order", description=texts.Texts.ORDER, inputSchema=Order.model_json_schema())
