package schemacheck

// The bounds of the package, in bytes where they are of texts.
const (
	maxReported    = 50                 // The signals on one view: after that many mistakes the next one helps nobody.
	maxFaults      = 10                 // What is said of one schema.
	maxSchemaBytes = 256 << 10          // The schemas that are judged; the largest of real servers has 60 KB.
	maxSchemaNodes = 20_000             // The values in them.
	maxSchemaDepth = 64                 // How deep they nest.
	maxJSONDepth   = 2 * maxSchemaDepth // The same in values: most schemas stand in an object in another one.
	maxNumber      = 64                 // Numbers, which are worked out to the last digit.
	maxExponent    = 2                  // Their exponents.
	maxPattern     = 4 << 10            // The patterns that are judged.
	maxBroken      = 200                // The patterns that are read twice.
	maxToolName    = 128                // The name of a tool, as the specification allows it.
	maxInputs      = 1000               // The declared inputs that are looked through, for each server anew.
	maxListed      = 200                // The packages and remotes that are looked at.
	maxServerName  = 200                // What the registry takes.
	maxServerWords = 100
	maxVersion     = 255
	maxName        = 128 // The names of parameters that are read, from their end.
)
