<html><body title="not 'code'">it's text</body>
<?php
declare(strict_types=1);

/**
 * Tides of "ports".
 */
#[McpTool(name: 'tide', description: "First, " . 'second.')]
class Server
{
    const NAME = 'it\'s \n \\ "double"';
    public string $escapes = "\n\r\t\v\e\f\\\$\"\0\12\101\x41\u{e9}\u{1F600}\u{200b} \q \xe2\x82\xac $ {x} \{";

    /** When it is high. */
    public function tide(#[Schema(description: 'The port')] string $port, ?array $o = null): string
    {
        // It's "no" string.
        # Nor is "this".
        /* "comment" */
        $a = "$port, {$port}s, ${port}, $o[0] $o[key] $o[-1] $this->name {$this->list['a']['b']} {$this->f("x")} \$port \{$port}";
        $b = <<<TEXT
            First, "quoted" $port.
              Second {$o['k']} \t\u{200b}.

            Third \q
            TEXT;
        $c = <<<'TEXT'
        Raw $port \n "q".
        TEXT;
        $d = [<<<"X"
          a $port
         b
         X, 'c'];
        $e = `ls $port \` "x"`;
        return match (true) { $a === '' => "empty", default => fn() => 'x' . "y" };
    }
}
?>
<p>don't <?= "shown" ?> isn't</p>
<?php if ($a): ?>it's "html"<?php endif; echo 'end' ?>
