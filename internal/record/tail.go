package record

import (
	"io"
	"os"
	"sync"
	"time"
)

// tailBytes is how much of the standard error of a server is kept: the end, where the cause stands.
const tailBytes = 8 << 10

// tail reads all there is and keeps the end of it.
type tail struct {
	file *os.File
	done chan struct{}
	mu   sync.Mutex
	data []byte
	cut  bool
	// conceal hides secrets, and margin is the length of the longest: so much more is kept, and left out once they are hidden, since what is
	// cut may begin with the end of one.
	conceal func(string) string
	margin  int
}

func newTail(f *os.File, o Options) *tail {
	t := &tail{file: f, done: make(chan struct{}), conceal: o.conceal}
	if words := o.secrets(); len(words) > 0 {
		t.margin = len(words[0])
	}
	go func() {
		defer close(t.done)
		_, _ = io.Copy(t, f)
	}()
	return t
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if over := len(t.data) - tailBytes - t.margin; over > 0 {
		t.data, t.cut = append(t.data[:0], t.data[over:]...), true
	}
	return len(p), nil
}

// close ends reading; what the program wrote before it ended is there by then.
func (t *tail) close() {
	select {
	case <-t.done:
	case <-time.After(200 * time.Millisecond):
		// Something that has left the group of the program still holds it.
	}
	_ = t.file.Close()
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	said := t.conceal(string(t.data))
	if t.cut {
		return "…" + said[min(t.margin, len(said)):]
	}
	return said
}
