#!/usr/bin/env node
'use strict';
const re = /[^/"']/, m = x / y / z, n = (x) / "1", o = [1] / '2';
module.exports = { "a-b": require("x"), 'c': function () { return /"/ }, get d() { return 'd'; }, async *e() { yield "e"; } };
if (a) /"b/.test('c'); else /d"/.test("e");
var s = "\251 \7 \08", t = a ? /x"/ : /y'/;
switch (a) { case "x": /'/.exec("y"); default: 'z' }
return_ = a++ / 2 + "q"; do { } while (/"/.test('r')); let v = typeof /"/ + "s";
var async = x => ({}) / "not a pattern", w = `a${{}}b${"}"}c${function () { return `${'`'}`; }}`;
