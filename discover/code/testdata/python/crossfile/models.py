class Order(BaseModel):
    """An order."""

    dish: str = Field(description="What to eat")
