import MCP

/// Keeps notes.
///  - Parameter store: where
struct KeepTool: MCPTool {
    let name = "keep"
    let mark: Character = "\u{2713}"
    static let about = """
        Keeps a "note" \
        for later.

          It costs \(price(for: "note", in: ["EUR": 1])) €.
        Ends with \"""quotes\""".
        """
    let raw = #"C:\notes\#(folder)\new "x""#
    let lines = #"""
        a\nb \#n c
        """#

    /** Says what it does. */
    var description: String {
        "Keeps \(count > 1 ? "\(count) notes" : "a note") // not a comment"
    }

    func matches(_ s: String) -> Bool {
        let regex = /"[^"\/]*"/
        let wide = #/https?://[a-z"]+/#
        let half = total / 2 / count
        /* nested /* "x" */ */
        return s.contains(regex)
            || s.hasPrefix("n")
    }
}

#if os(macOS)
let host = "mac"
#else
let host = "other"
#endif
