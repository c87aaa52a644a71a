package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
)

// job scans the documents of one workspace folder together, or a single document outside of them. It runs one scan at a time: a change
// cancels it, and the next one starts when there have been no changes for the debounce time.
type job struct {
	key    string
	folder string
	docs   map[string]*document
	timer  *time.Timer
	// gen counts the changes. again is set if another scan must follow the running one.
	gen     int
	running bool
	again   bool
	cancel  context.CancelFunc
	// elsewhere are the files with diagnostics of this job that are not open.
	elsewhere map[string]bool
}

// assign adds a document to its job and schedules that.
func (s *server) assign(d *document) {
	key, folder := "uri:"+d.uri, ""
	if d.path != "" {
		if folder = s.folders.of(d.path); folder != "" {
			key = folder
		}
	}
	j := s.jobs[key]
	if j == nil {
		j = &job{key: key, folder: folder, docs: map[string]*document{}, elsewhere: map[string]bool{}}
		s.jobs[key] = j
	}
	j.docs[d.uri], d.job = d, j
	s.schedule(j)
}

// unassign removes a document from its job, and rescans the others, whose diagnostics may depend on it.
func (s *server) unassign(d *document) {
	j := d.job
	if d.job = nil; j == nil {
		return
	}
	delete(j.docs, d.uri)
	if len(j.docs) > 0 {
		s.schedule(j)
		return
	}
	s.stop(j)
	delete(s.jobs, j.key)
	for uri := range j.elsewhere {
		s.outbox.publish(uri, nil, nil)
	}
}

func (s *server) scanAll() {
	for _, j := range s.jobs {
		s.schedule(j)
	}
}

// schedule schedules a scan after the debounce time.
func (s *server) schedule(j *job) {
	if j == nil || s.phase != running {
		return
	}
	j.gen++
	if j.cancel != nil {
		j.cancel()
	}
	if j.timer == nil {
		j.timer = time.AfterFunc(s.opts.Debounce, func() { s.run(j) })
		return
	}
	j.timer.Reset(s.opts.Debounce)
}

func (s *server) stop(j *job) {
	j.gen++
	j.again = false
	if j.timer != nil {
		j.timer.Stop()
	}
	if j.cancel != nil {
		j.cancel()
	}
}

func (s *server) stopJobs() {
	for _, j := range s.jobs {
		s.stop(j)
	}
}

// snapshot is what a scan reads of the session, so that it runs without the lock.
type snapshot struct {
	opts    *Options
	gen     int
	folder  string
	columns encoding
	docs    []opened
	// overlay are the texts of all open files by path.
	overlay map[string][]byte
}

// opened is the state of a document when the scan started.
type opened struct {
	doc                       *document
	uri, path, language, lost string
	version                   int32
	text                      *buffer
	// stored is set if the file exists, and real is then its path without symbolic links.
	stored bool
	real   string
}

func (d *document) opened() opened {
	return opened{doc: d, uri: d.uri, path: d.path, language: d.language, lost: d.lost, version: d.version, text: d.text}
}

// snapshotOf copies the state to scan. Documents are sorted, so that results do not vary.
func (s *server) snapshotOf(j *job) *snapshot {
	snap := &snapshot{opts: &s.opts, gen: j.gen, folder: j.folder, columns: s.columns, overlay: map[string][]byte{}}
	for _, d := range j.docs {
		snap.docs = append(snap.docs, d.opened())
	}
	slices.SortFunc(snap.docs, func(a, b opened) int { return strings.Compare(a.uri, b.uri) })
	for _, d := range s.docs.byURI {
		if d.path != "" && d.lost == "" && len(d.text.text) <= maxScanned {
			snap.overlay[d.path] = d.text.text
		}
	}
	return snap
}

// run scans, or if a scan of the job is running, has another follow it.
func (s *server) run(j *job) {
	s.mu.Lock()
	if s.phase != running || len(j.docs) == 0 {
		s.mu.Unlock()
		return
	}
	if j.running {
		j.again = true
		s.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	j.running, j.cancel = true, cancel
	snap := s.snapshotOf(j)
	s.mu.Unlock()

	for i := range snap.docs {
		d := &snap.docs[i]
		if st, err := os.Stat(d.path); d.path != "" && err == nil {
			d.stored = st.Mode().IsRegular()
		}
		if real, err := filepath.EvalSymlinks(d.path); d.stored && err == nil {
			d.real = real
		}
	}
	out := snap.scanRecovering(ctx)
	cancel()

	s.mu.Lock()
	defer s.mu.Unlock()
	j.running, j.cancel = false, nil
	if j.gen == snap.gen && out != nil {
		s.publish(j, snap, out)
	}
	if j.again {
		j.again = false
		j.timer.Reset(0)
	}
}

func (s *server) publish(j *job, snap *snapshot, out *outcome) {
	for i := range snap.docs {
		o := &snap.docs[i]
		if s.docs.byURI[o.uri] != o.doc || o.doc.job != j {
			continue
		}
		o.doc.shown, o.doc.shownText = out.of[o.uri], o.text
		version := o.version
		s.outbox.publish(o.uri, &version, toProtocol(o.doc.shown))
	}
	for uri, list := range out.elsewhere {
		if !s.docs.has(uri) {
			j.elsewhere[uri] = true
			s.outbox.publish(uri, nil, toProtocol(list))
		}
	}
	for uri := range j.elsewhere {
		if _, still := out.elsewhere[uri]; !still {
			delete(j.elsewhere, uri)
			if !s.docs.has(uri) {
				s.outbox.publish(uri, nil, nil)
			}
		}
	}
	for _, m := range out.messages {
		s.notices.once(protocol.MessageTypeWarning, m)
	}
	if len(out.messages) == 0 {
		// Report settings again that are fixed now and break later.
		s.notices.forget(settingsMessage, j.folder)
	}
}
