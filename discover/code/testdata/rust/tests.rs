#[tool_router]
impl Mill {
    /// Grind corn to flour.
    #[tool]
    fn grind(&self) -> String { "flour".into() }
}

#[cfg(test)]
mod tests {
    struct Fake;

    impl Fake {
        #[tool(description = "A tool of a test.")]
        fn fake(&self) -> String { "This text stands in a test.".into() }
    }
}

#[cfg(all(test, unix))]
mod more {
    const TEXT: &str = "This one does too.";
}

mod plain {
    const TEXT: &str = "This one does not.";
}

#[test]
fn grinds() {
    let text = "A text of a test function.";
}
