package lex

import (
	"strconv"
	"strings"
	"testing"

	"github.com/org/mcp-lint/discover/source"
)

// BenchmarkLex reads generated files of about a megabyte.
func BenchmarkLex(b *testing.B) {
	for _, l := range languages {
		b.Run(l.name, func(b *testing.B) {
			f := source.NewFile("f", "f", []byte(generated(l.lang, 1<<20)))
			b.SetBytes(int64(len(f.Data)))
			b.ReportAllocs()
			for b.Loop() {
				Read(f, l.lang)
			}
		})
	}
}

// BenchmarkText decodes all literals of such files.
func BenchmarkText(b *testing.B) {
	for _, l := range languages {
		b.Run(l.name, func(b *testing.B) {
			f := Read(source.NewFile("f", "f", []byte(generated(l.lang, 1<<20))), l.lang)
			b.SetBytes(int64(len(f.Source.Data)))
			b.ReportAllocs()
			for b.Loop() {
				for i, t := range f.Tokens {
					if t.Kind == String || t.Kind == Chunk || t.Kind == Doc {
						f.Text(i)
					}
				}
			}
		})
	}
}

// TestGenerated shows that the benchmarks read what they seem to: brackets match, and every sample has its literals.
func TestGenerated(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			one := countKinds(readChecked(t, l.lang, sampleHead[l.lang]+sample(l.lang, 7)))
			ten := ""
			for range 10 {
				ten += sample(l.lang, 7)
			}
			got := countKinds(readChecked(t, l.lang, sampleHead[l.lang]+ten))
			for _, k := range []Kind{String, Chunk, Doc, Open} {
				if got[k] != 10*one[k] {
					t.Errorf("kind %d: %d in one sample, %d in ten", k, one[k], got[k])
				}
			}
			if one[String] == 0 || one[Open] == 0 {
				t.Errorf("%v", one)
			}
		})
	}
}

func countKinds(f *File) map[Kind]int {
	out := map[Kind]int{}
	for _, t := range f.Tokens {
		out[t.Kind]++
	}
	return out
}

// generated returns code of about that many bytes.
func generated(lang Language, size int) string {
	var b strings.Builder
	b.WriteString(sampleHead[lang])
	for i := 0; b.Len() < size; i++ {
		b.WriteString(sample(lang, i))
	}
	return b.String()
}

// sample returns a piece of code as people write it: a documented function, a tool, comments, strings of all forms, plain code.
func sample(lang Language, n int) string {
	return strings.ReplaceAll(samples[lang], "NNN", strconv.Itoa(n))
}

var sampleHead = map[Language]string{PHP: "<?php\n"}

var samples = map[Language]string{
	Python: `
import os.path as p_NNN

# Limits of the service; see the manual.
LIMIT_NNN = 1_000 * 3.5e-2

@mcp.tool(name="search_NNN", annotations={"readOnlyHint": True})
async def search_NNN(ctx: Context, query: Annotated[str, Field(description="What to \"look\" for\n")], limit: int = 10) -> list[dict]:
    """Searches the catalogue NNN.

    Args:
        query: words, or a 'phrase' in quotes
        limit: how many results are wanted

    Returns:
        A list of results, best first.
    """
    results = []
    for row in await ctx.store.find(query, limit=max(1, min(limit, LIMIT_NNN))):
        if row.score < 0.25 or not row["title"]:
            continue  # it's too weak
        results.append({"title": row["title"], "url": f"https://example.org/{row.id:>08}/{quote(row['slug'])}?q={{x}}"})
    logger.info("found %d results for %r", len(results), query)
    return sorted(results, key=lambda r: (r["score"], -len(r["title"])), reverse=True)


class Store_NNN(Base):
    pattern = re.compile(r"^\d+(\.\d+)?['\"]$")
    help = ("First part, "
            'second part, '
            b"\x00\xff")

    def total(self, a, b=None, *rest, **kw):
        x = a @ b if b is not None else sum(rest) // len(rest)
        return self._cache.setdefault((a, b), [x ** 2, x % 7, ~x & 0xFF])
`,
	JavaScript: `
import { z as z_NNN } from "zod";

// Limits of the service; don't change them.
export const LIMIT_NNN = 1_000 * 3.5e-2;

/**
 * Searches the catalogue NNN.
 * @param {string} query words
 */
server.registerTool("search_NNN", {
  title: 'Search the "catalogue"',
  description: ` + "`Searches for ${kinds.map((k) => `\"${k}\"`).join(', ')} in the catalogue.\\n\\nAt most ${LIMIT_NNN} results.`" + `,
  inputSchema: { query: z_NNN.string().min(1).describe("What to \"look\" for\n"), limit: z_NNN.number().int().optional() },
}, async ({ query, limit = 10 }: { query: string; limit?: number }): Promise<Result<Row[]>> => {
  const rows = await store.find(query.replace(/["'\\]+/g, " ").trim(), Math.max(1, limit));
  const half = rows.length / 2, rest = rows.length % 2;
  for (const row of rows) {
    if (row.score < 0.25 || !row?.title) continue; /* too weak */
    results.push({ ...row, url: ` + "`https://example.org/${row.id}?q=${encodeURIComponent(query)}`" + ` });
  }
  return { content: [{ type: "text", text: JSON.stringify(results, null, 2) }], isError: half > rest && a << 2 !== b >>> 1 };
});

export class Store_NNN<T extends object = {}> implements Base<T> {
  static readonly pattern = /^\d+(\.\d+)?$/u;
  #cache = new Map<string, T[]>();
  get(key: string) { return this.#cache.get(key) ?? []; }
}
`,
	CSharp: `
using Limits_NNN = Example.Limits;

/// <summary>Searches the catalogue NNN.</summary>
/// <param name="query">Words, or a "phrase".</param>
[McpServerTool(Name = "search_NNN", ReadOnly = true), Description("Searches the \"catalogue\".\n" + "Best first.")]
public static async Task<List<Row>> Search_NNN(Store store, [Description(@"What to ""look"" for in C:\data")] string query, int limit = 10)
{
    // It's cheap.
    var rows = new List<Row>();
    foreach (var row in await store.Find(query, limit: Math.Max(1, limit)))
    {
        if (row.Score < 0.25 || row.Title is null) continue; /* too weak */
        rows.Add(row with { Url = $"https://example.org/{row.Id:D8}/{(row.Slug ?? "none")}?q={{x}}", Mark = '\'' });
    }
    logger.LogInformation("found {Count} results", rows.Count);
    return rows.OrderBy(r => r.Score).ThenByDescending(r => r.Title.Length << 2).ToList();
}

const string Help_NNN = """
    First line, "quoted".
      Second line.
    """;
`,
	Java: `
import org.example.Limits;

/**
 * Searches the catalogue NNN.
 *
 * @param query words, or a "phrase"
 */
@Tool(name = "search_NNN", description = "Searches the \"catalogue\".\n" + "Best first.")
public List<Row> search_NNN(@ToolParam(description = "What to look for", required = true) String query, int limit) {
    // It's cheap.
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, List<Row>> entry : store.find(query, Math.max(1, limit)).entrySet()) {
        if (entry.getValue().isEmpty() || entry.getKey().charAt(0) == '\'') continue; /* too weak */
        rows.addAll(entry.getValue().stream().filter(r -> r.score() >= 0.25f && r.rank() >>> 2 != 0x1F).toList());
    }
    logger.info("found {} results for {}", rows.size(), query);
    return rows;
}

static final String HELP_NNN = """
    First line, "quoted".
      Second line \
    goes on.
    """;
`,
	Kotlin: `
import org.example.Limits

/**
 * Searches the catalogue NNN.
 */
server.addTool(name = "search_NNN", description = "Searches the \"catalogue\".\n" + "At most $limit of ${store.size * 2} results.") { request ->
    // It's cheap.
    val rows = mutableListOf<Row>()
    for ((key, value) in store.find(request.arguments["query"]?.jsonPrimitive?.content ?: "", maxOf(1, limit))) {
        if (value.isEmpty() || key[0] == '\'') continue /* too weak */
        rows += value.filter { it.score >= 0.25f && it.rank shr 2 != 0x1F }.map { r -> "${r.title}: ${r.url ?: "none"}" }
    }
    CallToolResult(content = listOf(TextContent("found ${rows.size} results")))
}

private val help_NNN = """
    |First line, "quoted".
    |  Second line costs ${'$'}5.
    """.trimMargin()
`,
	Rust: `
use crate::limits::LIMIT_NNN;

/// Searches the catalogue NNN.
///
/// Best first.
#[tool(name = "search_NNN", description = "Searches the \"catalogue\". \
    At most ten results.\n")]
async fn search_NNN<'a>(&'a self, #[tool(param)] query: &'a str, limit: Option<usize>) -> Result<Vec<Row>, Error> {
    // It's cheap.
    let mut rows = Vec::with_capacity(limit.unwrap_or(10) << 2);
    for (key, value) in self.store.find(query).await?.iter() {
        if value.is_empty() || key.starts_with('\'') { continue; } /* too /* weak */ */
        rows.push(Row { title: format!("{key}: {}", value.title), url: concat!("https://", "example.org"), ..Default::default() });
    }
    tracing::info!("found {} results", rows.len());
    Ok(rows.into_iter().filter(|r| r.score >= 0.25_f32 && r.rank != 0x1F).collect::<Vec<_>>())
}

const HELP_NNN: &str = r#"First line, "quoted".
Second line \d+."#;
`,
	PHP: `
/**
 * Searches the catalogue NNN.
 *
 * @param string $query words, or a "phrase"
 */
#[McpTool(name: 'search_NNN', description: 'Searches the catalogue. It\'s cheap.')]
public function search_NNN(#[Schema(description: "What to \"look\" for\n")] string $query, ?int $limit = 10): array
{
    $rows = []; # collected
    foreach ($this->store->find($query, limit: max(1, $limit)) as $key => $row) {
        if ($row['score'] < 0.25 || !$row?->title) { continue; } /* too weak */
        $rows[] = ['title' => "$row[title] of {$row['list']->name}", 'url' => 'https://example.org/' . $row->id . "?q=\u{200b}"];
    }
    $this->logger->info(sprintf("found %d results", count($rows)));
    return array_filter($rows, fn($r) => $r['rank'] <=> 0x1F); // done
}

const HELP_NNN = <<<TEXT
    First line, "quoted" $limit.
      Second line {$store->name()}.
    TEXT;
`,
	Ruby: `
require "example/limits"

# Searches the catalogue NNN.
class SearchNNN < MCP::Tool
  tool_name "search_NNN"
  description <<~TEXT
    Searches the "catalogue" of #{NAME}.
      Best first.
  TEXT
  input_schema(properties: { query: { type: "string", description: 'It\'s what to "look" for' } }, required: ["query"])

  def self.call(query:, limit: 10, **rest)
    rows = %w[one two three].map(&:to_sym) # words
    store.find(query.gsub(/["'\\]+/, " "), [1, limit].max).each do |key, row|
      next if row.score < 0.25 || key =~ /\A\d+#{rest[:x]}/i
      rows << { title: "#{row.title}: #{row.url || "none"}", rank: row.rank / 2 % 7, "odd key": :"a b" }
    end
    MCP::Tool::Response.new([{ type: "text", text: "found #{rows.size} results\n" }]) unless rows.empty?
  end
end
`,
	Swift: `
import ExampleLimits

/// Searches the catalogue NNN.
/// Best first.
let searchNNN = Tool(name: "search_NNN", description: "Searches the \"catalogue\".\n" + "At most \(limit * 2) of \(store.name(of: "all")) results.", inputSchema: ["type": "object"])

func search_NNN<T: Row>(_ query: String, limit: Int? = 10) async throws -> [T] {
    // It's cheap.
    var rows: [T] = []
    for (key, value) in try await store.find(query, limit: max(1, limit ?? 0)) where !value.isEmpty {
        guard let first = key.first, first != "'" else { continue } /* too /* weak */ */
        rows.append(contentsOf: value.filter { $0.score >= 0.25 && $0.rank >> 2 != 0x1F })
    }
    logger.info("found \(rows.count) results")
    return rows
}

let helpNNN = """
    First line, "quoted".
      Second line \
    goes on.
    """ + #"raw "x" \d"#
`,
	Cpp: `
#include "limits.h"
#define LIMIT_NNN(x) ((x) * 1'000 \
    + 2)

/**
 * Searches the catalogue NNN.
 */
mcp_server.AddTool("self.search_NNN", "Searches the \"catalogue\".\n" "At most ten results.", PropertyList({Property("query", kString)}),
    [this](const PropertyList& properties) -> ReturnValue {
        // It's cheap.
        std::vector<std::map<std::string, Row>> rows;
        for (const auto& [key, value] : store_->Find(properties["query"].value<std::string>(), std::max(1, limit))) {
            if (value.empty() || key[0] == '\'') continue; /* too weak */
            rows.push_back({{key, Row{.title = value.title, .rank = value.rank >> 2 & 0x1F, .score = 0.25f}}});
        }
        ESP_LOGI(TAG, "found %d results", (int)rows.size());
        return rows;
    });

static const char* kHelp_NNN = R"--(First line, "quoted".
Second line \d+.)--";
`,
	Dart: `
import 'package:example/limits.dart' as limits;

/// Searches the catalogue NNN.
/// Best first.
server.tool('search_NNN', description: 'Searches the "catalogue".\n' "At most $limit of ${store.name('all')} results.", callback: ({args, extra}) async {
  // It's cheap.
  final rows = <Map<String, List<Row>>>[];
  for (final row in await store.find(args!['query'] as String, max(1, limit ?? 10))) {
    if (row.score < 0.25 || row.title == r'\d+') continue; /* too /* weak */ */
    rows.add({'title': row.title, 'url': 'https://example.org/${row.id >> 2}', ...row.extra});
  }
  return CallToolResult(content: [TextContent(text: 'found ${rows.length} results')]);
});

const helpNNN = '''
First line, "quoted".
Second line.
''';
`,
	Elixir: `
defmodule Example.SearchNNN do
  @moduledoc """
  Searches the catalogue NNN.

  Best "first".
  """

  @doc "Searches for #{@kinds |> Enum.join(", ")}."
  def search_NNN(query, opts \\ [limit: 10]) do
    # It's cheap.
    rows = for {key, row} <- Store.find(query, max(1, opts[:limit])), row.score >= 0.25, do: %{title: row.title, "url" => ~s(https://example.org/#{row.id})}
    Logger.info("found #{length(rows)} results\n")
    if Enum.any?(rows, &(&1.rank == ?')), do: {:ok, rows}, else: {:error, :"not found"}
  end

  tool :search_NNN, description: "Searches the \"catalogue\".", pattern: ~r/["']\d+/u, words: ~w[one two]a
end
`,
}
