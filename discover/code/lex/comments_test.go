package lex

import "testing"

func TestComments(t *testing.T) {
	outlines(t, Java, "a // b\nc /* d\n*/ e /**/ /***/ f /** g */ h", "a c e f #g# h")
	outlines(t, Java, "/**\n * One.\n *   Two {@code x}.\n *\n * @param a b\n */ x", "#One.\n  Two {@code x}.\n\n@param a b# x")
	outlines(t, Java, "/** One.\n    two\n\t*three */", "#One.\ntwo\nthree#")
	outlines(t, Java, "/// plain\nx", "x")
	outlines(t, CSharp, "/// <summary>\n///  One &amp; two\n  /// </summary>\n//// plain\n/// three\nx", "#<summary>\n One &amp; two\n</summary># #three# x")
	outlines(t, Kotlin, "a /* b /* c */ d */ e /*/* */*/ f", "a e f")
	outlines(t, Dart, "/// One\n///\n/// two\nf /* /* */ */ g", "#One\n\ntwo# f g")
}
