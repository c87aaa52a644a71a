from mcp.server.fastmcp import FastMCP

mcp = FastMCP("ship")


def listing(what):
    return f"Lists all {what} of the ship."


def tail(text, when):
    return listing(text) + " Do it " + when + "."


class Texts:
    def about(self, part):
        return "Tells of the " + part + "."


texts = Texts()
mcp.add_tool(f, name="boats", description=listing("boats"))
mcp.add_tool(g, name="sails", description=tail("sails", when="at noon"))
mcp.add_tool(h, name="open", description=listing(name_of(g)))
