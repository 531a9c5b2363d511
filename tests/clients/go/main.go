// A life, replayed by the official Go client: one call a line from stdin, one reply a line to stdout.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// workspace sends its header with every request.
type workspace string

func (name workspace) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("X-Memory-Workspace", string(name))
	return http.DefaultTransport.RoundTrip(request)
}

func transport(kind string, words []string) mcp.Transport {
	if kind == "stdio" {
		return &mcp.CommandTransport{Command: exec.Command(words[0], words[1:]...)}
	}
	return &mcp.StreamableClientTransport{Endpoint: words[0], HTTPClient: &http.Client{Transport: workspace(words[1])}}
}

func reply(session *mcp.ClientSession, line []byte) (map[string]any, error) {
	var asked call
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: asked.Tool, Arguments: asked.Arguments})
	var refused *jsonrpc.Error
	if errors.As(err, &refused) {
		return map[string]any{"code": refused.Code, "message": refused.Message}, nil
	}
	if err != nil {
		return nil, err
	}
	text := result.Content[0].(*mcp.TextContent).Text
	return map[string]any{"text": text, "structured": result.StructuredContent, "isError": result.IsError}, nil
}

func main() {
	era, kind, words := os.Args[1], os.Args[2], os.Args[3:]
	version := era
	if era == "handshake" {
		version = "2025-11-25"
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "life", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), transport(kind, words), &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		log.Fatal(err)
	}
	listed, err := session.ListTools(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	met := session.InitializeResult()
	out := json.NewEncoder(os.Stdout)
	out.Encode(map[string]any{"server": met.ServerInfo.Name, "protocol": met.ProtocolVersion, "tools": names})
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer, err := reply(session, lines.Bytes())
		if err != nil {
			log.Fatal(err)
		}
		out.Encode(answer)
	}
	session.Close()
}
