/** An MCP client and how to connect it to this server. */
export interface Agent {
  name: string
  how: string
  text: string
  /** The client connects from the servers of its vendor and cannot reach a URL on this machine or network. */
  isRemote?: true
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** Common MCP clients. docs/mcp.md has the same texts in the same order. */
export const agentsFor = (url: string): Agent[] => [
  {
    name: 'Claude',
    how: 'On claude.ai or in the desktop app, open Settings > Connectors > Add custom connector, and enter this URL.',
    text: url,
    isRemote: true,
  },
  {
    name: 'Claude Code',
    how: 'Run this in a terminal, then sign in with /mcp in Claude Code.',
    text: `claude mcp add --transport http waymark ${url}`,
  },
  {
    name: 'ChatGPT',
    how: 'Turn on developer mode in Settings > Apps & Connectors > Advanced settings. Then create a connector with this URL and OAuth.',
    text: url,
    isRemote: true,
  },
  {
    name: 'Codex',
    how: 'Run this in a terminal, then sign in with codex mcp login waymark.',
    text: `codex mcp add waymark --url ${url}`,
  },
  {
    name: 'Cursor',
    how: 'Add this to .cursor/mcp.json in a project, or to ~/.cursor/mcp.json for all projects. Set WAYMARK_KEY to an API key.',
    text: json({
      mcpServers: { waymark: { url, headers: { Authorization: `Bearer \${env:WAYMARK_KEY}` } } },
    }),
  },
  {
    name: 'VS Code',
    how: 'Add this to .vscode/mcp.json.',
    text: json({ servers: { waymark: { type: 'http', url } } }),
  },
  {
    name: 'Gemini CLI',
    how: 'Run this in a terminal, then sign in with /mcp auth waymark in Gemini CLI.',
    text: `gemini mcp add --transport http waymark ${url}`,
  },
  {
    name: 'curl',
    how: 'Shows what an agent receives. Set KEY to an API key.',
    text: `curl -s ${url} -H "authorization: Bearer $KEY" \\
  -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
  },
]

/** Whether only this machine or its network can reach the host. */
export const isInside = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal|lan)|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\])$/i.test(
    host,
  )
