/**
 * Keeps notes.
 * It speaks MCP.
 */
#include "notes.h"
#include <string>

#define KEEP_NAME "self.notes.keep"
#define KEEP_HELP "Keeps a note " \
                  "for later."
#define BEGIN_SCOPE {

/// How much
/// fits.
static const int kLimit = 1'000'000; ///< bytes
static const char kQuote = '"', kTick = '\'';
static const wchar_t* kWide = L"wide \x2713";

void Notes::AddTools() {
#ifdef CONFIG_LARGE
    if (limit_ > 0xFF'FF) {
#else
    if (limit_ > 0) { // don't
#endif
        server.AddTool(KEEP_NAME, "Keeps a note.\n"
            "Say \"text\", \xe2\x9c\x93 or \342\234\223.\
 Nothing else.",
            PropertyList({Property("text", kPropertyTypeString)}),
            [this](const PropertyList& p) -> ReturnValue { return u8"kept"s; });
    }
    auto schema = R"json({"type": "object", "note": "(x)"})json"_json;
    printf("%" PRIu64 "\n", total);
}
