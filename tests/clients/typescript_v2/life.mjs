// A life, replayed by the official TypeScript client of the second generation: one call a line from stdin, one reply a line to stdout.
import { createInterface } from "node:readline";
import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [era, transport, ...words] = process.argv.slice(2);
const negotiation = { mode: era === "handshake" ? "legacy" : { pin: era } };
const client = new Client({ name: "life", version: "1" }, { versionNegotiation: negotiation });
await client.connect(
  transport === "stdio"
    ? new StdioClientTransport({ command: words[0], args: words.slice(1), env: process.env })
    : new StreamableHTTPClientTransport(new URL(words[0]), { requestInit: { headers: { "X-Memory-Workspace": words[1] } } }),
);

const say = (reply) => console.log(JSON.stringify(reply));
const { tools } = await client.listTools();
const protocol = client.getNegotiatedProtocolVersion();
say({ server: client.getServerVersion()?.name, protocol, tools: tools.map((tool) => tool.name) });
for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  try {
    const result = await client.callTool({ name: call.tool, arguments: call.arguments });
    say({ text: result.content[0].text, structured: result.structuredContent ?? null, isError: result.isError === true });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    say({ code: error.code, message: error.message });
  }
}
await client.close();
