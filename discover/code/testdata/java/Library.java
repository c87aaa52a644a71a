package org.example;

import org.springframework.ai.tool.annotation.Tool;

public class Library {
    static final String LEND = "Lend a book " + "to a reader.";

    @Tool(name = "lend_book", description = LEND)
    public String lend(@ToolParam(description = "Title of the book") String title, ToolContext context) { return "ok"; }

    @Tool(description = """
        Search the shelves\u200b for
        a book.""")
    public String search(String what) { return what; }

    @Tool("Count all books of a shelf")
    int count(@P("Number of the shelf") int shelf) { return 0; }

    McpSchema.Tool a = McpSchema.Tool.builder().name("return_book").description("Take a book back").inputSchema(schema).build();
    McpSchema.Tool b = new McpSchema.Tool("order_book", "Order a book from elsewhere", "{\"type\":\"object\"}");
    ToolSpecification c = ToolSpecification.builder().name("burn").description("Never burn a book").build();

    @McpPrompt(name = "advice", description = "Advise a reader")
    public GetPromptResult advice(@McpArg(name = "genre", description = "Genre of books") String genre) {
        return new GetPromptResult("x", List.of(new PromptMessage(Role.USER, new TextContent("Name three good books of the genre."))));
    }
}

class RenewTool implements McpTool {
    public String getName() { return "renew"; }
    public String getDescription() { return "Renew a loan"; }
}
