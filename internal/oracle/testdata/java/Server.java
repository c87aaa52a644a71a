package org.example;

/**
 * Tides of "ports".
 */
public class Server {
    private static final String NAME = "say \"hi\" \\ \b\f\n\r\s\t \0 \12 \101 \477 \u00e9 \u200b \uD83D\uDE00";
    private static final char QUOTE = '\'', DOUBLE = '"', OCTAL = '\60', UNICODE = '\u0041';
    private static final String BLOCK = """
        First, "quoted" and \"""three\""".
          Second \
        goes on.\n
            trailing   \s

        Last""";
    private static final String ENDED = """
        One
      Two
      """ + """
	tab
	""";
    private static final String EMPTY = "" + """
        """;

    /** When it is high. */
    @Tool(name = "tide", description = "First, " + "second.")
    public String tide(@ToolParam(description = "The port's name", required = false) String port, int day) {
        // It's "no" string.
        String s = day > 0 ? "later" : day < 0 ? "before" : String.valueOf('n');
        /* "comment" */
        return switch (day) {
            case 0 -> "today";
            case 1 -> { yield "tomorrow"; }
            default -> List.<String>of("a", "b").get(0) + port.charAt(0) + '/' + day / 2 + "/";
        };
    }

    /**/ int x = 1; /***/ String y = "y";
}
