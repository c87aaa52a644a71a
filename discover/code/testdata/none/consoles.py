import click
import typer

tool_app = typer.Typer()


@click.group()
def tools():
    """Everything about tools."""


@tools.command()
def sharpen(blade: str):
    """Sharpen a blade of the shed."""


@tools.callback(name="shed", description="Options of the shed")
def options():
    """Read before any command."""


@tool_app.command(name="hone", description="Hone a blade of the shed")
def hone(blade: str):
    """Hone it."""
