//! A server that keeps notes.
//!
//! It speaks MCP over standard input.

use rmcp::{tool, tool_router, ServerHandler};

const SEPARATOR: char = '\'';
const GREETING: &str = "Hi,\n\
    \tthere";
static HELP: &str = r##"Say "help", or #"raw"#."##;

/// What to keep.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct KeepArgs<'a> {
    /// the note,
    /// as it stands
    #[schemars(description = "the note\u{2026}")]
    pub text: &'a str,
    pub bytes: &'static [u8], // b"not a string"
}

#[tool_router]
impl<'a> Notes<'a> {
    /** Keeps a note.
     *
     * It is kept as it is.
     */
    #[tool(
        name = "keep",
        description = "Keeps a note \
                       for later. Costs 1\u{a0}\x24."
    )]
    async fn keep(&self, args: KeepArgs<'_>) -> Result<String, Error> {
        /* nothing /* nested "quotes" */ here */
        let mark = b"\xe2\x9c\x93 \"ok\"";
        let r#type = if args.text.contains('"') { "quoted" } else { "plain" };
        'outer: for c in args.text.chars() {
            if matches!(c, 'a'..='z' | '\u{e9}' | 'é') { break 'outer; }
        }
        let sum = 0xFF_u8 as f64 / 2.5e-3;
        self.store(args.text, mark)?.map(|n| format!("kept {n} of {type}: {}", br"\raw")).ok_or_else(|| anyhow!("no"))
    }
}
