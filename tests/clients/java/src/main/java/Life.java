import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A life, replayed by the official Java client: one call a line from stdin, one reply a line to stdout. */
public final class Life {
    private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
    private static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

    public static void main(String[] words) throws IOException {
        List<String> rest = Arrays.asList(words).subList(2, words.length);
        try (McpSyncClient client = McpClient.sync(transport(words[1], rest)).requestTimeout(Duration.ofSeconds(60)).build()) {
            McpSchema.InitializeResult met = client.initialize();
            List<String> tools = client.listTools().tools().stream().map(McpSchema.Tool::name).toList();
            say(Map.of("server", met.serverInfo().name(), "protocol", met.protocolVersion(), "tools", tools));
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                say(reply(client, JSON.readValue(line, OBJECT)));
            }
        }
    }

    private static McpClientTransport transport(String kind, List<String> words) {
        if (kind.equals("stdio")) {
            ServerParameters server =
                    ServerParameters.builder(words.get(0)).args(words.subList(1, words.size())).env(System.getenv()).build();
            StdioClientTransport transport = new StdioClientTransport(server, JSON);
            transport.setStdErrorHandler(System.err::println);
            return transport;
        }
        URI address = URI.create(words.get(0));
        return HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
                .endpoint(address.getPath())
                .httpRequestCustomizer((request, method, uri, body, context) -> request.header("X-Memory-Workspace", words.get(1)))
                .build();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> reply(McpSyncClient client, Map<String, Object> call) {
        Map<String, Object> said = new LinkedHashMap<>();
        try {
            var arguments = (Map<String, Object>) call.get("arguments");
            McpSchema.CallToolResult result = client.callTool(new McpSchema.CallToolRequest((String) call.get("tool"), arguments));
            said.put("text", ((McpSchema.TextContent) result.content().get(0)).text());
            said.put("structured", result.structuredContent());
            said.put("isError", Boolean.TRUE.equals(result.isError()));
        } catch (McpError error) {
            said.put("code", error.getJsonRpcError().code());
            said.put("message", error.getJsonRpcError().message());
        }
        return said;
    }

    private static void say(Map<String, Object> reply) throws IOException {
        System.out.println(JSON.writeValueAsString(reply));
    }
}
