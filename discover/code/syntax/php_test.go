package syntax

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/code/lex"
)

func TestPHPClass(t *testing.T) {
	u := readCode(t, lex.PHP, `<?php
namespace Shop\Mcp;
use Vendor\Attributes\{McpTool, Schema};
use Vendor\Tool as BaseTool;
/** Orders. */
#[IsReadOnly]
final class Orders extends BaseTool implements \JsonSerializable
{
    use HasText;
    public const DESC = <<<'DESC'
        Finds an order
          by number.
        DESC;
    private const string A = 'a', B = 'b';
    protected ?string $description = 'See ' . self::DESC . "and {$this->name}";
    /** Lists orders. */
    #[McpTool(name: 'list', description: 'Lists ' . 'orders')]
    public function list(#[Schema(description: 'How many')] int $limit, string|int $by = 'date'): array {
        $this->description = 'other';
        return sprintf('%s of %d', $limit > 1 ? 'many' : 'one', 5);
    }
    abstract function plain(): string;
}
enum Size: string { case Small = 's'; }
`)
	assert.Equal(t, "Shop.Mcp", u.Package)
	assert.Equal(t, strings.TrimSpace(`
package Shop.Mcp
import Vendor\Attributes|McpTool|McpTool
import Vendor\Attributes|Schema|Schema
import Vendor|Tool|BaseTool
@IsReadOnly class Orders() [BaseTool JsonSerializable HasText] #Orders.
  DESC = "Finds an order\n  by number."
  A: string = "a"
  B: string = "b"
  description: ?string = <"See " + self.DESC + <"and " + this.name>>
  @McpTool(name: "list", description: <"Lists " + "orders">) func list(@Schema(description: "How many") limit:int by:string|int="date") => sprintf("%s of %d", ("many" | "one"), 5) #Lists orders.
  func plain()
class Size() []
  Small = "s"
this.description = "other"
`), declarations(u))
}

func TestPHPExpressions(t *testing.T) {
	for code, want := range map[string]string{
		`['name' => 'x', "k" => array('a', 2), ...$more]`:        `{name: "x", k: ["a", 2], ...more}`,
		`$s->withTool([Calc::class, 'add'], name: 'n')->build()`: `s.withTool([Calc.class, "add"], name: "n").build()`,
		`new \App\Tool(description: $d ?? 'none')`:               `new App.Tool(description: (d | "none"))`,
		`match ($x) { 1, 2 => 'low', default => 'high' }`:        `("low" | "high")`,
		`$c ? 'a' : 'b'`:    `("a" | "b")`,
		`(string) $a . 'b'`: `<a + "b">`,
		`static::TEXT`:      `self.TEXT`,
		`@f("x {$y[0]}")`:   `f(<"x " + y[0]>)`,
		"<<<T\n  a $b\n  T": `<"a " + b>`,
	} {
		u := readCode(t, lex.PHP, "<?php $v = "+code+";")
		if assert.Len(t, u.Root.Binds("v"), 1, code) {
			assert.Equal(t, want, sketch(u.Root.Binds("v")[0].Value), code)
		}
	}
	u := readCode(t, lex.PHP, `<?php
define('WIDE', 'w'); const NARROW = 'n';
$s->tool('x', function (Request $r) use ($z): string { return 'body'; });
$s->tool('y', static fn(#[P('q')] int $q = 1) => 'short');
$t = new class('a') extends Tool { public string $description = 'inner'; };
$d .= 'more'; if ($d) { $e = 'in'; } ?> it's <?= $e ?>
`)
	assert.Equal(t, strings.TrimSpace(`
class () [Tool]
  description: string = "inner"
WIDE = "w"
NARROW = "n"
t = ?()
d = "more"
e = "in"
`), declarations(u))
	assert.Equal(t, `s.tool("x", \r:Request -> {"body"})`, sketch(callNamed(u, "tool", 0)))
	assert.Equal(t, `s.tool("y", \@P("q") q:int=1 -> {"short"})`, sketch(callNamed(u, "tool", 1)))
	assert.True(t, u.Root.Binds("d")[0].Adds)
}

// callNamed returns the n-th call of that name.
func callNamed(u *Unit, name string, n int) *Expr {
	for _, c := range u.Calls {
		if c.Name == name {
			if n == 0 {
				return c
			}
			n--
		}
	}
	return nil
}
