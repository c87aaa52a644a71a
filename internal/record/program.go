package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// program is a server that we started. On Unix it leads a process group, which ends with it.
type program struct {
	*pipe
	cmd  *exec.Cmd
	said *tail
	// ended is closed once the program has exited; killed is set if we ended it.
	ended  chan struct{}
	killed bool
}

// running are the started programs that have not ended.
var running = struct {
	sync.Mutex
	programs map[*os.Process]bool
}{programs: map[*os.Process]bool{}}

// Abandon kills the running programs with their groups. Afterwards no program starts and no Run returns: the caller must exit.
func Abandon() {
	running.Lock() // for good
	for p := range running.programs {
		kill(p)
	}
}

func (o Options) start() (server, error) {
	if st, err := os.Stat(o.Folder); o.Folder != "" && (err != nil || !st.IsDir()) {
		return nil, fmt.Errorf("the folder %q to start the server in does not exist", o.Folder)
	}
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.Folder
	cmd.Env = append([]string{}, o.Env...) // nil would mean our own environment
	ownGroup(cmd)
	var files []*os.File
	pair := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err == nil {
			files = append(files, r, w)
		}
		return r, w, err
	}
	inRead, inWrite, err1 := pair()
	outRead, outWrite, err2 := pair()
	errRead, errWrite, err3 := pair()
	err := errors.Join(err1, err2, err3)
	if err == nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = inRead, outWrite, errWrite
		running.Lock()
		if err = cmd.Start(); err == nil {
			running.programs[cmd.Process] = true
		}
		running.Unlock()
	}
	if err != nil {
		for _, f := range files {
			_ = f.Close()
		}
		return nil, startError(o.Command[0], err)
	}
	for _, f := range []*os.File{inRead, outWrite, errWrite} {
		_ = f.Close()
	}
	p := &program{
		pipe: &pipe{out: outRead, in: inWrite, limits: o.Limits, redact: o.redact}, cmd: cmd, said: newTail(errRead, o), ended: make(chan struct{}),
	}
	go func() {
		defer close(p.ended)
		_ = cmd.Wait()
	}()
	return p, nil
}

func startError(name string, err error) error {
	var path *fs.PathError
	var exe *exec.Error
	switch {
	case errors.As(err, &exe):
		err = exe.Err
	case errors.As(err, &path):
		err = path.Err
	}
	return fmt.Errorf("cannot start %q: %w", name, err)
}

// end closes the program's input, then asks it to exit, then kills it. Its group is killed in any case.
func (p *program) end(atOnce bool) string {
	_ = p.in.Close()
	note := ""
	if !atOnce && !p.wait(p.limits.Grace) {
		note = "the server did not exit when its input ended"
	}
	if atOnce || note != "" {
		p.killed = true
		terminate(p.cmd.Process)
		if !p.wait(min(p.limits.Grace, time.Second)) && note != "" {
			note += ", ignored a request to exit and was killed"
		}
	}
	running.Lock()
	kill(p.cmd.Process)
	delete(running.programs, p.cmd.Process)
	running.Unlock()
	p.wait(p.limits.Grace)
	_ = p.out.Close()
	p.said.close()
	return note
}

// wait waits for the program to exit and reports whether it did.
func (p *program) wait(limit time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// exitReason describes how a program ended that closed the connection.
func (p *program) exitReason() string {
	if p.killed || p.cmd.ProcessState == nil {
		return errEnded.Error()
	}
	return "the server exited (" + p.cmd.ProcessState.String() + ")"
}

// explain implements server. It is called after end.
func (p *program) explain(err error) error {
	text := strings.ReplaceAll(err.Error(), errEnded.Error(), p.exitReason())
	if garbage := p.garbageSeen(); garbage != "" {
		text += "; " + garbage
	}
	return &ServerError{text: text, cause: err, Stderr: p.said.String()}
}

// ServerError is a session that failed.
type ServerError struct {
	text  string
	cause error
	// Hint suggests what to do, or is "".
	Hint string
	// Stderr is the end of the program's standard error, without secrets.
	Stderr string
	// unauthorized is set for an answer 401 with the given challenge; inside if it came from this machine or its network.
	unauthorized, private bool
	challenge             []string
}

func (e *ServerError) Error() string { return e.text }
func (e *ServerError) Unwrap() error { return e.cause }

// tailBytes is how much of the standard error is kept: its end, which has the cause.
const tailBytes = 8 << 10

// tail reads a file and keeps the end of it.
type tail struct {
	file *os.File
	done chan struct{}
	mu   sync.Mutex
	data []byte
	cut  bool
	// margin is the length of the longest secret, and is kept in addition, so that a cut cannot leave part of one.
	redact func(string) string
	margin int
}

func newTail(f *os.File, o Options) *tail {
	t := &tail{file: f, done: make(chan struct{}), redact: o.redact}
	if words := o.secrets(); len(words) > 0 {
		t.margin = len(words[0])
	}
	go func() {
		defer close(t.done)
		_, _ = io.Copy(t, f)
	}()
	return t
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if over := len(t.data) - tailBytes - t.margin; over > 0 {
		t.data, t.cut = append(t.data[:0], t.data[over:]...), true
	}
	return len(p), nil
}

// close stops reading, after what the program wrote before it exited.
func (t *tail) close() {
	select {
	case <-t.done:
	case <-time.After(200 * time.Millisecond): // A process outside of the group still holds it.
	}
	_ = t.file.Close()
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	said := t.redact(string(t.data))
	if t.cut {
		return "…" + said[min(t.margin, len(said)):]
	}
	return said
}
