package rest

import (
	"bytes"
	"encoding/base64"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testToken = "0123456789abcdef0123456789abcdef"

func TestToken(t *testing.T) {
	s := serve(t, Options{Token: testToken})
	for _, value := range []string{
		"Bearer " + testToken[1:], "Bearer " + testToken + "0", "Bearer", "Bearer ", testToken, "Basic " + testToken, "bearer" + testToken,
		"Basic " + base64.StdEncoding.EncodeToString([]byte(":"+testToken)), "Bearer " + strings.ToUpper(testToken), "Token " + testToken,
		"Bearer " + testToken + ", Bearer " + testToken,
	} {
		p := s.refused(t, unauthorized, http.MethodPost, "/v1/scan", clean, "Authorization", value)
		assert.NotContains(t, p.Detail, testToken[1:])
	}
	for _, path := range []string{"/v1/scan", "/v1/checks", "/v1/checks/unicode.hidden", "/openapi.json", "/nothing", "/v1//scan", "/"} {
		for _, method := range []string{"GET", "POST", "OPTIONS"} {
			res, content := s.do(t, method, path, "")
			p := isProblem(t, unauthorized, res, content)
			assert.Equal(t, `Bearer realm="mcp-lint"`, res.Header.Get("WWW-Authenticate"))
			assert.Empty(t, p.Known, "strangers learn nothing")
		}
	}
	s.refused(t, unauthorized, http.MethodPost, "/v1/scan", clean, "Authorization", "Bearer "+testToken, "Authorization", "Bearer "+testToken)
	s.refused(t, unauthorized, http.MethodPost, "/v1/scan?token="+testToken, clean)
	res, _ := s.do(t, http.MethodGet, "/healthz", "")
	assert.Equal(t, http.StatusOK, res.StatusCode)
	for _, scheme := range []string{"Bearer ", "bearer ", "BEARER  "} {
		res, _ = s.do(t, http.MethodPost, "/v1/scan", clean, "Authorization", scheme+testToken)
		assert.Equal(t, http.StatusOK, res.StatusCode)
	}
	// A proxy has a name of its own.
	res, _ = s.do(t, http.MethodGet, "/v1/checks", "", "Authorization", "Bearer "+testToken, "Host", "lint.acme.example")
	assert.Equal(t, http.StatusOK, res.StatusCode)
	s.Close()
	assert.NotContains(t, s.log.String(), testToken[1:], "the log holds no tokens")
}

func TestForeignHosts(t *testing.T) {
	s := serve(t, Options{})
	for _, host := range []string{"evil.example", "evil.example:8311", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]:80", "0.0.0.0", "[fe80::1%25lo]", "2130706433", "0x7f.1", "x:localhost", "."} {
		for _, path := range []string{"/v1/checks", "/healthz", "/openapi.json", "/nothing"} {
			s.refused(t, foreignHost, http.MethodGet, path, "", "Host", host)
		}
		s.refused(t, foreignHost, http.MethodPost, "/v1/scan", clean, "Host", host)
	}
	for _, host := range []string{"localhost", "LOCALHOST:1", "127.0.0.1", "127.8.8.8:9", "[::1]", "[::1]:8311", "[::ffff:127.0.0.1]:8311"} {
		res, _ := s.do(t, http.MethodGet, "/v1/checks", "", "Host", host)
		assert.Equal(t, http.StatusOK, res.StatusCode, host)
	}
}

// TestWebPages checks that cross-site requests of browsers are refused, with and without a token.
func TestWebPages(t *testing.T) {
	for _, token := range []string{"", testToken} {
		s := serve(t, Options{Token: token})
		bearer := []string{"Authorization", "Bearer " + token}
		for _, header := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
			{"Origin", "http://127.0.0.1:1"},
		} {
			s.refused(t, crossOrigin, http.MethodPost, "/v1/scan", clean, append(header, bearer...)...)
		}
		for _, header := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Site", "none"}, {"Origin", s.URL}} {
			res, _ := s.do(t, http.MethodPost, "/v1/scan", clean, append(header, bearer...)...)
			assert.Equal(t, http.StatusOK, res.StatusCode, header)
		}
		// A preflight request is refused, and a form cannot send JSON.
		res, _ := s.do(t, http.MethodOptions, "/v1/scan", "", append([]string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, bearer...)...)
		assert.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
		for _, form := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			s.refused(t, unsupported, http.MethodPost, "/v1/scan", clean, append([]string{"Content-Type", form}, bearer...)...)
		}
	}
}

func TestListen(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "localhost:0", "127.9.9.9:0"} {
		l, err := Listen(t.Context(), address, false)
		if address == "127.9.9.9:0" && err != nil {
			continue // not on every system
		}
		require.NoError(t, err)
		assert.True(t, l.Addr().(*net.TCPAddr).IP.IsLoopback(), address)
		_, err = Listen(t.Context(), l.Addr().String(), false)
		assert.ErrorContains(t, err, "in use", "the address says what is wrong")
		require.NoError(t, l.Close())
	}
	l, err := Listen(t.Context(), "0.0.0.0:0", true)
	require.NoError(t, err)
	require.NoError(t, l.Close())
	assert.False(t, isLoopback((&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}).String()), "localhost that is elsewhere")
}

// TestNothingReadsFiles checks that the package imports nothing that opens files or starts programs.
func TestNothingReadsFiles(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{join .Imports \"\\n\"}}", ".").Output()
	require.NoError(t, err)
	for _, name := range []string{"io/fs", "path/filepath", "os/exec", "io/ioutil"} {
		assert.NotContains(t, strings.Split(string(bytes.TrimSpace(out)), "\n"), name)
	}
}
