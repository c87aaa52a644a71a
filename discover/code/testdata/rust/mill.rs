use rmcp::tool;

const NAME: &str = "grind";

#[derive(Deserialize, JsonSchema)]
pub struct GrindRequest {
    /// Sacks of grain
    pub sacks: u32,
    #[schemars(description = "Fine or coarse")]
    pub how: String,
}

#[tool_router]
impl Mill {
    #[tool(description = "Grind grain \
        to flour.")]
    async fn grind_grain(&self, Parameters(req): Parameters<GrindRequest>) -> Result<String, Error> { todo!() }

    /// Open the sluice
    /// of the mill.
    #[tool]
    fn open_sluice(&self) {}

    #[tool(name = "weigh_flour", description = concat!("Weigh ", "the flour."))]
    fn weigh(&self) {}

    #[tool(description = include_str!("stop.md"))]
    fn stop(&self) {}
}

#[mcp_tool(name = "sell_flour", description = r#"Sell "flour"."#)]
#[derive(Debug)]
pub struct SellFlour {
    /// Who buys
    pub buyer: String,
}

#[tool_handler]
impl ServerHandler for Mill {
    fn get_info(&self) -> ServerInfo {
        ServerInfo { instructions: Some("Grind first, sell later.".into()), ..Default::default() }
    }
}

fn list() -> Vec<Tool> {
    let text = "Clean the stones.";
    vec![Tool::new(NAME, "Grind by hand", schema()), Tool::new("clean", text, schema())]
}
