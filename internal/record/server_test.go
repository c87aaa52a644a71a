package record

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// modeVariable makes the test binary a server.
const modeVariable = "MCP_LINT_TEST_SERVER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVariable); mode != "" {
		serve(mode)
		return
	}
	os.Exit(m.Run())
}

// request is the part of a message that test servers read.
type request struct {
	ID     json.RawMessage
	Method string
	Params struct{ Cursor string }
}

// hello is an answer to initialize.
const hello = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"notes","version":"1.0"},"instructions":"Read a note first."}`

// changing is one with listChanged.
const changing = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"notes","version":"1.0"}}`

// answers returns the answers of an honest server.
func answers(r request) string {
	switch r.Method {
	case "initialize":
		return hello
	case "tools/list":
		if r.Params.Cursor == "" {
			return `{"tools":[{"name":"read_note","description":"Reads a note.","name":"twice","x-unknown":1.50}],"nextCursor":"two","_meta":{"page":1}}`
		}
		return `{"tools":[{"name":"write_note","description":"Writes ` + "\u200b\U000E0041" + `\u0061 note."}]}`
	case "prompts/list":
		return `{"prompts":[{"name":"sum_up","description":"Sums up."}]}`
	case "resources/list":
		return `{"resources":[]}`
	case "resources/templates/list":
		return `{"resourceTemplates":[{"uriTemplate":"note:///{id}","name":"note"}]}`
	}
	return ""
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// serve runs a server on standard input and output.
func serve(mode string) {
	switch mode {
	case "silent":
		time.Sleep(time.Hour)
	case "unterminated":
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("x", 4096))
		}
	case "garbage":
		for {
			say("Starting \x1b[31mup ...")
		}
	case "notifies":
		for {
			say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		}
	case "exits":
		fmt.Fprintln(os.Stderr, "no such \x1b[2Jdatabase; TOKEN is", os.Getenv("TOKEN"))
		os.Exit(3)
	case "child":
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(time.Hour)
	case "forks":
		child := exec.Command(os.Args[0])
		child.Env = []string{modeVariable + "=child"}
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if child.Start() != nil || os.WriteFile(os.Getenv("PID_FILE"), fmt.Append(nil, child.Process.Pid), 0o600) != nil {
			os.Exit(9)
		}
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "tells":
		say("%s%s", strings.Repeat("-", 80), os.Getenv("TOKEN"))
		fmt.Fprint(os.Stderr, os.Getenv("TOKEN"), strings.Repeat(".", tailBytes+10))
	case "greets":
		say("Notes server, version 1.0")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	n := 0
	for in.Scan() {
		var r request
		if json.Unmarshal(in.Bytes(), &r) != nil || r.ID == nil || r.Method == "" {
			if mode == "asks" {
				fmt.Fprintln(os.Stderr, "got", in.Text())
			}
			continue
		}
		n++
		react(mode, r, n)
	}
	if mode == "stubborn" {
		time.Sleep(time.Hour)
	}
}

func react(mode string, r request, n int) {
	result := answers(r)
	switch mode + " " + r.Method {
	case "same tools/list":
		result = `{"tools":[{"name":"t"}],"nextCursor":"again"}`
	case "endless tools/list":
		result = fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"%d"}`, n, n)
	case "counts tools/list":
		result = `{"tools":[{"name":"t"}],"nextCursor":2}`
	case "ends tools/list":
		result = `{"tools":[{"name":"t"}],"nextCursor":null}`
	case "many tools/list":
		result = `{"tools":[` + strings.Repeat(`{"name":"t"},`, 5000) + `{"name":"t"}]}`
	case "long tools/list":
		result = `{"tools":[{"name":"t","description":"` + strings.Repeat("x", 300<<10) + `"}]}`
	case "deep tools/list":
		result = `{"tools":[{"name":"t","inputSchema":` + strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500) + `}]}`
	case "latin tools/list":
		result = "{\"tools\":[{\"name\":\"caf\xe9\"}]}"
	case "odd tools/list":
		result = `{"tools":[{"name":5,"title":[],"inputSchema":"none"},"text",7],"tools":[{"name":"second"}]}`
	case "wrong tools/list":
		result = `{"tools":{"name":"t"}}`
	case "list tools/list":
		result = `[{"name":"t"}]`
	case "fails prompts/list":
		say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"\u001b[31mbad token %s"}}`, r.ID, os.Getenv("TOKEN"))
		return
	case "stalls prompts/list":
		return
	case "breaks tools/list":
		os.Exit(5)
	case "dies prompts/list":
		os.Exit(4)
	case "batch initialize":
		say(`[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":""}},{"jsonrpc":"2.0","id":%s,"result":%s}]`, r.ID, result)
		return
	case "stranger initialize":
		say(`{"jsonrpc":"2.0","id":77,"result":{"tools":[]}}`)
	case "version initialize":
		result = strings.Replace(hello, "2025-11-25", "1999-01-01", 1)
	case "late initialize", "restless initialize":
		result = changing
	case "late tools/list":
		if n > 2 {
			result = `{"tools":[{"name":"one"},{"name":"two"}]}`
			break
		}
		result = `{"tools":[{"name":"one"}]}`
		time.AfterFunc(50*time.Millisecond, func() { say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`) })
	case "restless tools/list":
		result = `{"tools":[{"name":"one"}]}`
		say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		defer say(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	case "asks initialize":
		for i, method := range []string{"sampling/createMessage", "elicitation/create", "roots/list", "ping", "x/y"} {
			say(`{"jsonrpc":"2.0","id":"s%d","method":%q,"params":{}}`, i, method)
		}
	}
	if mode == "hides" && r.Method != "initialize" {
		say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"later"}}`, r.ID)
		return
	}
	if mode == "tells" && r.Method == "initialize" {
		result = strings.Replace(result, `"notes"`, `"`+os.Getenv("TOKEN")+`"`, 1)
	}
	if mode == "shouts" {
		switch r.Method + r.Params.Cursor {
		case "initialize":
			result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"notes","version":"1.0"},"Instructions":"Shouted."}`
		case "tools/list":
			result = `{"tools":[{"name":"first"}],"Tools":[{"name":"second"}],"NextCursor":"two"}`
		case "tools/listtwo":
			result = `{"TOOLS":[{"name":"third"}],"nextCursor":"three","NextCursor":""}`
		case "tools/listthree":
			result = `{"tools":[{"name":"fourth"}]}`
		}
	}
	if mode == "modern" && r.Method == "server/discover" {
		result = `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Hi.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"modern","version":"2"}}}`
	}
	if mode == "bare" && r.Method != "initialize" || mode == "modern" && r.Method == "initialize" || result == "" {
		say(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, r.ID)
		return
	}
	if mode == "bare" || mode == "hides" || mode == "breaks" {
		result = `{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"bare","version":"1"}}`
	}
	say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, r.ID, result)
}
