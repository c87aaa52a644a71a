package code

import (
	"testing"

	"github.com/org/mcp-lint/discover/code/link"
	"github.com/stretchr/testify/assert"
)

const gradioApp = `import gradio as gr
from orchard import pick
def weigh(crate: str) -> str:
    """Weighs one crate."""
def sell(crate):
    """Sells one crate."""
def prune(tree):
    """Prunes a tree."""
with gr.Blocks() as demo:
    button = gr.Button("Weigh")
    button.click(fn=weigh, inputs=[box], outputs=[out])
    button.click(fn=sell, inputs=[box], api_name="sell_crate", api_description="Sells it.")
    button.click(fn=prune, inputs=[box], api_name=False)
    button.click(fn=prune, inputs=[box], api_visibility="private")
    gr.api(fn=pick)
    pool.submit(prune, tree)
    prune_all.submit(lambda x: x, inputs=[box])
`

const orchard = "def pick(fruit: str):\n    \"\"\"Picks a fruit.\"\"\"\n"

func toolsOf(found []link.Found) map[string]string {
	out := map[string]string{}
	for _, f := range found {
		for _, e := range f.Entries {
			out[e.Def.StringAt("name")] = e.Def.StringAt("description")
		}
	}
	return out
}

// TestGradioServesItsEndpoints reads the functions of an app that is launched with mcp_server=True, in the file itself or in another.
func TestGradioServesItsEndpoints(t *testing.T) {
	want := map[string]string{"weigh": "Weighs one crate.", "sell_crate": "Sells it.", "pick": "Picks a fruit."}
	assert.Equal(t, want, toolsOf(linked("app.py", gradioApp+"demo.launch(mcp_server=True)\n", "orchard.py", orchard)))
	found := linked("page.py", gradioApp, "orchard.py", orchard, "run.py", "from page import demo\ndemo.launch(share=True, mcp_server=serve)\n")
	assert.Equal(t, want, toolsOf(found))
	for _, f := range found {
		assert.Empty(t, f.Gaps)
	}
}

func TestGradioThatServesNoTools(t *testing.T) {
	assert.Empty(t, toolsOf(linked("app.py", gradioApp+"demo.launch()\n", "orchard.py", orchard)))
	assert.Empty(t, toolsOf(linked("app.py", gradioApp+"demo.launch(mcp_server=False)\n", "orchard.py", orchard)))
}

func TestGradioFromElsewhereIsAGap(t *testing.T) {
	found := linked("run.py", "from pages_of_others import demo\ndemo.launch(mcp_server=True)\n")
	assert.Len(t, found[0].Gaps, 1)
}
