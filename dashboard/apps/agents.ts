/** A program that speaks MCP, and how it is told of this server. */
export interface Agent {
  name: string
  /** What to do with the text, or before. */
  how: string
  /** To be copied whole. */
  text: string
  /** Calls from the servers of its maker: a URL on this machine or network it cannot reach. */
  isRemote?: true
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** The usual ones, in the order of docs/mcp.md, which has the same texts. */
export const agentsFor = (url: string): Agent[] => [
  {
    name: 'Claude',
    how: 'On claude.ai or in the desktop app: Settings, Connectors, Add custom connector, and this address.',
    text: url,
    isRemote: true,
  },
  {
    name: 'Claude Code',
    how: 'In a terminal. Then /mcp in Claude Code signs in.',
    text: `claude mcp add --transport http waymark ${url}`,
  },
  {
    name: 'ChatGPT',
    how: 'In the developer mode (Settings, Apps & Connectors, Advanced settings): Create, and this address, with OAuth.',
    text: url,
    isRemote: true,
  },
  {
    name: 'Codex',
    how: 'In a terminal. Then codex mcp login waymark signs in.',
    text: `codex mcp add waymark --url ${url}`,
  },
  {
    name: 'Cursor',
    how: 'In .cursor/mcp.json of a project, or ~/.cursor/mcp.json for all, with an API key in WAYMARK_KEY.',
    text: json({
      mcpServers: { waymark: { url, headers: { Authorization: `Bearer \${env:WAYMARK_KEY}` } } },
    }),
  },
  {
    name: 'VS Code',
    how: 'In .vscode/mcp.json.',
    text: json({ servers: { waymark: { type: 'http', url } } }),
  },
  {
    name: 'Gemini CLI',
    how: 'In a terminal. Then /mcp auth waymark in it signs in.',
    text: `gemini mcp add --transport http waymark ${url}`,
  },
  {
    name: 'curl',
    how: 'With an API key in $KEY, to look at what an agent is answered.',
    text: `curl -s ${url} -H "authorization: Bearer $KEY" \\
  -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
  },
]

/** Is this host one that only this machine or its own network can reach? */
export const isInside = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal|lan)|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\])$/i.test(
    host,
  )
