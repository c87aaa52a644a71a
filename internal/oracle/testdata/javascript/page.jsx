// Text between tags is no literal: it's text.
const a = <p title="a &amp; b" data-x='c "d"'>it's {"in"} &quot;text&quot; {`t ${<b>don't</b>}`}</p>;
function List({ items }) {
  return (
    <>
      <ul {...{ k: "v" }}>{items.map((i) => <li key={`k-${i}`} onClick={() => go("x")}>{i} isn't {i > 1 ? 'many' : "one"}</li>)}</ul>
      <input value="multi
line" disabled />
      <Foo.Bar render={() => <br />}>{/* "comment" */}</Foo.Bar>
    </>
  );
}
export const b = a < 1 ? "less" : 'more', c = 4 / 2, d = "/";
