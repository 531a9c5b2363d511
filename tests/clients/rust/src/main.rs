//! A life, replayed by the official Rust client: one call a line from stdin, one reply a line to stdout.

use std::collections::HashMap;
use std::io::{stdin, BufRead};

use http::{HeaderName, HeaderValue};
use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService, ServiceError};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{json, Value};
use tokio::process::Command;

type Failure = Box<dyn std::error::Error>;

fn lifecycle(era: &str) -> ClientLifecycleMode {
    match era {
        "handshake" => ClientLifecycleMode::Initialize,
        _ => ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
    }
}

async fn connect(era: &str, words: &[String]) -> Result<RunningService<RoleClient, ()>, Failure> {
    if words[0] == "stdio" {
        let mut command = Command::new(&words[1]);
        command.args(&words[2..]);
        return Ok(().serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle(era)).await?);
    }
    let name = HeaderName::from_static("x-memory-workspace");
    let headers = HashMap::from([(name, HeaderValue::from_str(&words[2])?)]);
    let config = StreamableHttpClientTransportConfig::with_uri(words[1].as_str()).custom_headers(headers);
    Ok(().serve_with_lifecycle(StreamableHttpClientTransport::from_config(config), lifecycle(era)).await?)
}

async fn reply(client: &RunningService<RoleClient, ()>, line: &str) -> Result<Value, Failure> {
    let call: Value = serde_json::from_str(line)?;
    let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
    let mut params = CallToolRequestParams::new(call["tool"].as_str().unwrap_or_default().to_string());
    params.arguments = Some(arguments);
    match client.call_tool(params).await {
        Ok(result) => {
            let result = serde_json::to_value(result)?;
            Ok(json!({
                "text": result["content"][0]["text"],
                "structured": result["structuredContent"],
                "isError": result["isError"] == json!(true),
            }))
        }
        Err(ServiceError::McpError(error)) => Ok(json!({"code": error.code.0, "message": error.message})),
        Err(error) => Err(error.into()),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let client = connect(&words[0], &words[1..]).await?;
    let info = client.peer_info().ok_or("the server did not introduce itself")?;
    let tools: Vec<String> = client.list_all_tools().await?.iter().map(|tool| tool.name.to_string()).collect();
    println!("{}", json!({"server": info.server_info.as_ref().map(|each| &each.name), "protocol": info.protocol_version, "tools": tools}));
    for line in stdin().lock().lines() {
        println!("{}", reply(&client, &line?).await?);
    }
    client.cancel().await?;
    Ok(())
}
