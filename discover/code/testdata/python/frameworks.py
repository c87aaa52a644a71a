from autogen import AssistantAgent
from livekit.agents import llm

keeper = AssistantAgent(name="keeper", system_message="Keeps the pond.")


@keeper.register_for_llm(description="Count the fish of a pond.")
def count_fish(pond: str) -> int:
    return 0


class Keeper(llm.FunctionContext):
    @llm.ai_callable(description="Feed the fish of a pond.")
    async def feed_fish(self, pond: str):
        pass

    @llm.callable(description="Close the gate of a pond.")
    async def close_gate(self, pond: str):
        pass
