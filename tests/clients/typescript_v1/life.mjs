// A life, replayed by the official TypeScript client of the first generation: one call a line from stdin, one reply a line to stdout.
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";

const [, transport, ...words] = process.argv.slice(2);
const client = new Client({ name: "life", version: "1" });
const wire =
  transport === "stdio"
    ? new StdioClientTransport({ command: words[0], args: words.slice(1), env: process.env })
    : new StreamableHTTPClientTransport(new URL(words[0]), { requestInit: { headers: { "X-Memory-Workspace": words[1] } } });
let protocol = null;
const asked = wire.setProtocolVersion?.bind(wire);
wire.setProtocolVersion = (version) => {
  protocol = version;
  asked?.(version);
};
await client.connect(wire);

const say = (reply) => console.log(JSON.stringify(reply));
const { tools } = await client.listTools();
say({ server: client.getServerVersion()?.name, protocol, tools: tools.map((tool) => tool.name) });
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  try {
    const result = await client.callTool({ name: call.tool, arguments: call.arguments });
    say({ text: result.content[0].text, structured: result.structuredContent ?? null, isError: result.isError === true });
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    // This client puts the code before the message.
    say({ code: error.code, message: error.message.replace(/^MCP error -?\d+: /, "") });
  }
}
await client.close();
