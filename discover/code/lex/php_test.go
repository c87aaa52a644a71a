package lex

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPHPStrings(t *testing.T) {
	const head = "<?php "
	for code, want := range map[string]string{
		`'a\'b\\c\n'`:                      `"a'b\c\n"`,
		`"a\"b\\\n\$x\q\{"`:                "\"a\"b\\\n$x\\q\\{\"",
		`"\x41\101\u{200b}\e\xE2\x80\x8B"`: "\"AA\u200b\x1b\u200b\"",
		`"a $b c"`:                         `< "a " ${ $b } " c" >`,
		`"$a[0]$b[key] $c[$i]"`:            `< ${ $a [ 0 ] } ${ $b [ key ] } " " ${ $c [ $i ] } >`,
		`"$a->b->c $d?->e"`:                `< ${ $a -> b } "->c " ${ $d ?-> e } >`,
		`"{$a['k']->f("x}")} ${n}$ {x}"`:   `< ${ $a [ "k" ] -> f ( "x}" ) } " " ${ n } "$ {x}" >`,
		"`ls $d \\` \"x\"`":                "< \"ls \" ${ $d } \" ` \"x\"\" >",
		`"\X41\Xg"`:                        "\"A\\Xg\"",
		`App\Tool\X::Y . \Z`:               `App\Tool\X :: Y . \Z`,
		`'open`:                            `"open"`,
	} {
		assert.Equal(t, want, outline(t, PHP, head+code), code)
	}
	outlines(
		t, PHP,
		"<?php\n$a = <<<DESC\n    One \"two\"\n      $b three\\t\n\n    DESC . 'x';", "$a = < \"One \"two\"\n  \" ${ $b } \" three\t\n\" > . \"x\" ;",
		"<?php f(<<<'X'\n  a $b \\n\n  X, 1)", `f ( "a $b \n" , 1 )`,
		"<?php <<<\"E\"\nE;", `"" ;`,
		"<?php <<<A\n Abc\nA1\nA\n", "\" Abc\nA1\"",
		"<?php /** One.\n *  two\n */ #[A(b: 'c')] function f() {} # d\n// e ?>'\"<?= $x ?>", "#One.\n two# # [ A ( b : \"c\" ) ] function f ( ) { } | $x |",
		"text 'it' <?PHP\nx ?> more <? y", "x |",
		"<?php a ? b ?: c ?? d?->e .= $f <=> g;", "a ? b ?: c ?? d ?-> e .= $f <=> g ;",
	)
}
