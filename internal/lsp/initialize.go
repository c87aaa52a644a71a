package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lock"
)

// initializeParams is what the server reads of initialize. The library's type is older and rejects requests of newer clients.
type initializeParams struct {
	ProcessID        *int               `json:"processId"`
	RootURI          *string            `json:"rootUri"`
	RootPath         *string            `json:"rootPath"`
	WorkspaceFolders []workspaceFolder  `json:"workspaceFolders"`
	Capabilities     clientCapabilities `json:"capabilities"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// clientCapabilities are the ones that the server depends on.
type clientCapabilities struct {
	General struct {
		PositionEncodings []encoding `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	TextDocument struct {
		CodeAction struct {
			Literals *struct{} `json:"codeActionLiteralSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
}

func (c *clientCapabilities) canCreateFiles() bool {
	e := &c.Workspace.WorkspaceEdit
	return e.DocumentChanges && slices.Contains(e.ResourceOperations, string(protocol.CreateResourceOperation))
}

// initializeResult adds the position encoding, which the library's type lacks.
type initializeResult struct {
	Capabilities capabilities         `json:"capabilities"`
	ServerInfo   *protocol.ServerInfo `json:"serverInfo"`
}

type capabilities struct {
	PositionEncoding encoding                              `json:"positionEncoding"`
	TextDocumentSync *protocol.TextDocumentSyncOptions     `json:"textDocumentSync"`
	HoverProvider    bool                                  `json:"hoverProvider"`
	CodeAction       *protocol.CodeActionOptions           `json:"codeActionProvider"`
	Workspace        *protocol.ServerCapabilitiesWorkspace `json:"workspace"`
}

type folder struct{ uri, path string }

// folders are those of the workspace.
type folders []folder

func (s *server) initialize(p *initializeParams) (any, error) {
	s.phase, s.client = running, p.Capabilities
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == utf8Columns || e == utf16Columns || e == utf32Columns { // in order of preference
			s.columns = e
			break
		}
	}
	switch {
	case len(p.WorkspaceFolders) > 0:
		s.folders.add(p.WorkspaceFolders)
	case p.RootURI != nil:
		s.folders.add([]workspaceFolder{{URI: *p.RootURI}})
	case p.RootPath != nil && filepath.IsAbs(*p.RootPath) && !strings.ContainsRune(*p.RootPath, 0):
		s.folders.add([]workspaceFolder{{URI: uriOf(*p.RootPath)}})
	}
	if p.ProcessID != nil {
		s.watch(*p.ProcessID)
	}
	return initializeResult{
		Capabilities: capabilities{
			PositionEncoding: s.columns,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental, Save: &protocol.SaveOptions{},
			},
			HoverProvider: true,
			CodeAction:    &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.QuickFix}},
			Workspace: &protocol.ServerCapabilitiesWorkspace{
				WorkspaceFolders: &protocol.ServerCapabilitiesWorkspaceFolders{Supported: true, ChangeNotifications: true},
			},
		},
		ServerInfo: &protocol.ServerInfo{Name: "mcp-lint", Version: s.opts.Version},
	}, nil
}

// initialized asks the editor to watch settings and approvals.
func (s *server) initialized() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	watchers := []protocol.FileSystemWatcher{{GlobPattern: "**/" + config.Name}, {GlobPattern: "**/" + lock.Name}}
	s.outbox.post(&outgoing{id: "mcp-lint/watch", method: protocol.MethodClientRegisterCapability, params: protocol.RegistrationParams{
		Registrations: []protocol.Registration{{
			ID: "mcp-lint/watch", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
			RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers},
		}},
	}})
}

const maxFolders = 1_000

func (o *folders) add(list []workspaceFolder) {
	for _, f := range list {
		path, ok := pathOf(f.URI)
		if ok && len(*o) < maxFolders && !slices.ContainsFunc(*o, func(other folder) bool { return other.path == path }) {
			*o = append(*o, folder{f.URI, path})
		}
	}
}

type didChangeFoldersParams struct {
	Event struct{ Added, Removed []workspaceFolder } `json:"event"`
}

func (s *server) didChangeFolders(p *didChangeFoldersParams) (any, error) {
	for _, gone := range p.Event.Removed {
		path, _ := pathOf(gone.URI)
		s.folders = slices.DeleteFunc(s.folders, func(f folder) bool { return f.uri == gone.URI || f.path == path })
	}
	s.folders.add(p.Event.Added)
	for _, d := range s.docs.byURI {
		s.unassign(d)
		s.assign(d)
	}
	return nil, nil
}

// of returns the innermost workspace folder that contains a path, or "".
func (o *folders) of(path string) string {
	best := ""
	for _, f := range *o {
		if len(f.path) > len(best) && scanservice.Within(f.path, path) {
			best = f.path
		}
	}
	return best
}

type didChangeFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

// didChangeFiles rescans the folders of files that changed on disk, such as settings and approvals.
func (s *server) didChangeFiles(p *didChangeFilesParams) (any, error) {
	for _, c := range p.Changes {
		if path, ok := pathOf(c.URI); ok {
			if j := s.jobs[s.folders.of(path)]; j != nil {
				s.schedule(j)
			}
		}
	}
	return nil, nil
}
