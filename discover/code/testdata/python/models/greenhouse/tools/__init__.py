from .watering import count_drops, water_row
from .limits import MAX_DROPS

read_tools = [count_drops, water_row, MAX_DROPS]
tools = []


@tools.append
def sweep_floor(twice: bool = False):
    """Sweep the floor."""


def helper(x):
    """No tool at all."""


names_of_tools_used = [helper]
