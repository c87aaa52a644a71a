package mcpserver

// The schemas of the tools. Those of arguments promise one plain type for each, as some clients refuse any other; more is taken where it is
// clear what is meant.

// scanArguments are the properties that both tools that scan have.
const scanArguments = `
    "only": {"type": "array", "items": {"type": "string"}, "description": "Names of the checks to run; all by default."},
    "skip": {"type": "array", "items": {"type": "string"}, "description": "Names of checks not to run."},
    "min_confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "Signals below this confidence are left out."},
    "severity": {"type": "string", "enum": ["low", "medium", "high", "critical"], "description": "Lowest severity of the findings that are listed; all are counted."},
    "offset": {"type": "integer", "minimum": 0, "description": "How many findings to pass over, for the next part of a long list."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50, "description": "How many findings to list."},
    "quotes": {"type": "boolean", "default": false, "description": "Whether to quote the scanned words, between marks."}`

const scanToolsInput = `{
  "type": "object",
  "properties": {
    "tools": {"type": "array", "items": {"type": "object"}, "description": "Definitions as tools/list gives them, with all that they hold."},
    "document": {"type": "string", "description": "In place of tools, the text of a whole document in JSON, YAML or TOML: a tools/list result, manifest, capture or client configuration."},
    "server": {"type": "string", "description": "Name of the server that owns the definitions, when they do not say."},` + scanArguments + `
  },
  "additionalProperties": false
}`

const scanPathInput = `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "default": ".", "description": "A file or folder, relative to the root of this server; all of the root by default."},` + scanArguments + `
  },
  "additionalProperties": false
}`

const explainCheckInput = `{
  "type": "object",
  "properties": {
    "check": {"type": "string", "description": "Name of a check, such as unicode.hidden; without it all checks are listed."}
  },
  "additionalProperties": false
}`

// placeProperties are those of Place.
const placeProperties = `
      "file": {"type": "string"},
      "line": {"type": "integer", "minimum": 1},
      "column": {"type": "integer", "minimum": 1}`

const scanOutput = `{
  "type": "object",
  "properties": {
    "complete": {"type": "boolean", "description": "Whether all was looked at, so that no finding means none."},
    "incomplete": {"type": "array", "items": {"type": "string"}},
    "failOn": {"type": "string", "enum": ["low", "medium", "high", "critical", "never"]},
    "failing": {"type": "integer", "description": "Findings at or above failOn."},
    "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
    "findings": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "id": {"type": "string"},
        "check": {"type": "string"},
        "checks": {"type": "array", "items": {"type": "string"}},
        "severity": {"type": "string", "enum": ["low", "medium", "high", "critical"]},
        "tier": {"type": "string", "enum": ["soft", "hard"]},
        "action": {"type": "string", "enum": ["review", "quarantine"]},
        "threat": {"type": "string"},
        "confidence": {"type": "number"},
        "risk": {"type": "integer"},
        "kind": {"type": "string"},
        "server": {"type": "string"},
        "tool": {"type": "string"},
        "definition": {"type": "string", "description": "JSON pointer to the definition in the value of tools."},
        "field": {"type": "string", "description": "JSON pointer in the definition."},` + placeProperties + `,
        "demoted": {"type": "string"},
        "sharedBy": {"type": "integer"},
        "signals": {"type": "array", "items": {
          "type": "object",
          "properties": {
            "check": {"type": "string"},
            "says": {"type": "string"},
            "tier": {"type": "string", "enum": ["soft", "hard"]},
            "confidence": {"type": "number"},
            "field": {"type": "string"},` + placeProperties + `,
            "related": {"type": "array", "items": {
              "type": "object",
              "properties": {"server": {"type": "string"}, "tool": {"type": "string"}},
              "additionalProperties": false
            }},
            "quoted": {
              "type": "object",
              "properties": {"evidence": {"type": "string"}, "detail": {"type": "string"}},
              "additionalProperties": false
            }
          },
          "required": ["check", "says", "tier", "confidence"],
          "additionalProperties": false
        }},
        "signalsMore": {"type": "integer"},
        "quoted": {
          "type": "object",
          "properties": {"server": {"type": "string"}, "tool": {"type": "string"}, "file": {"type": "string"}, "field": {"type": "string"}},
          "additionalProperties": false
        }
      },
      "required": ["id", "check", "checks", "severity", "tier", "action", "threat", "confidence", "risk", "kind", "signals"],
      "additionalProperties": false
    }},
    "listed": {
      "type": "object",
      "properties": {
        "matching": {"type": "integer"},
        "offset": {"type": "integer"},
        "nextOffset": {"type": "integer"}
      },
      "required": ["matching", "offset"],
      "additionalProperties": false
    },
    "suppressed": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "by": {"type": "string"},
        "count": {"type": "integer"},
        "reason": {"type": "string"},` + placeProperties + `
      },
      "required": ["by", "count"],
      "additionalProperties": false
    }},
    "skipped": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "reason": {"type": "string"},
        "detail": {"type": "string"},` + placeProperties + `
      },
      "required": ["reason"],
      "additionalProperties": false
    }},
    "skippedMore": {"type": "integer"},
    "skippedQuiet": {"type": "integer"},
    "unresolved": {"type": "array", "items": {
      "type": "object",
      "properties": {` + placeProperties + `
      },
      "additionalProperties": false
    }},
    "lock": {"type": "object", "additionalProperties": {"type": "integer"}},
    "quotes": {"type": "string"}
  },
  "required": ["complete", "incomplete", "failOn", "failing", "counts", "findings", "listed", "suppressed", "skipped", "skippedMore", "skippedQuiet", "unresolved"],
  "additionalProperties": false
}`

const explainOutput = `{
  "type": "object",
  "properties": {
    "checks": {"type": "array", "items": {
      "type": "object",
      "properties": {
        "check": {"type": "string"},
        "title": {"type": "string"},
        "tier": {"type": "string", "enum": ["note", "soft", "hard"]},
        "threat": {"type": "string"},
        "catches": {"type": "string"},
        "why": {"type": "string"},
        "fix": {"type": "string"},
        "url": {"type": "string"}
      },
      "required": ["check", "title", "tier", "threat", "url"],
      "additionalProperties": false
    }}
  },
  "required": ["checks"],
  "additionalProperties": false
}`
