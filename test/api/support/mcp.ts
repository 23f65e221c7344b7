import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { untilDrawn } from './until-drawn.ts'
import { api, key, useApi, useDrawing, useOneAccount } from './use-api.ts'

export { account, api, key, keyOf, stores } from './use-api.ts'

/** The API over real stores, a worker that draws QR codes, and an account with a key. */
export function useMcp(settings?: Record<string, string>): void {
  useApi(settings)
  useDrawing()
  useOneAccount('enterprise')
}

/** What both revisions of the official client have in common. */
export interface Agent {
  revision: string | undefined
  list(): Promise<ListedTool[]>
  call(name: string, args?: Record<string, unknown>, options?: { signal: AbortSignal }): Promise<Answered>
  close(): Promise<void>
}

export interface ListedTool {
  name: string
  description?: string | undefined
  inputSchema: Record<string, unknown>
  outputSchema?: Record<string, unknown> | undefined
  annotations?: Record<string, unknown> | undefined
}

export interface Answered {
  isError: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  told: any
  content: { type: string; text?: string; data?: string; mimeType?: string }[]
}

const headersOf = (secret: string) => ({ requestInit: { headers: { authorization: `Bearer ${secret}` } } })
const address = (at: string) => new URL(`${at}/mcp`)

export async function connectCurrent(secret = key, at = api.url): Promise<Agent> {
  const client = new CurrentClient(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new CurrentTransport(address(at), headersOf(secret)))
  return agentOf(client, client.getNegotiatedProtocolVersion())
}

async function connectOlder(secret = key, at = api.url): Promise<Agent> {
  const client = new OlderClient({ name: 'test', version: '1' })
  const transport = new OlderTransport(address(at), headersOf(secret))
  await client.connect(transport)
  return agentOf(client, transport.protocolVersion)
}

export const generations = [
  ['the current client', connectCurrent],
  ['the client of the previous revision', connectOlder],
] as const

// oxlint-disable-next-line typescript/no-explicit-any -- two classes with the same methods and unrelated types
export function agentOf(client: any, revision: string | undefined): Agent {
  return {
    revision,
    list: async () => (await client.listTools()).tools,
    async call(name, args = {}, options) {
      const given = client instanceof OlderClient ? [undefined, options] : [options]
      const { result, text } = await untilDrawn(async () => {
        const result = await client.callTool({ name, arguments: args }, ...given)
        const text: string = result.content.findLast((part: { type: string }) => part.type === 'text')?.text ?? 'null'
        return { result, text, status: result.isError === true ? 503 : 200 }
      })
      const isError = result.isError === true
      return { isError, content: result.content, told: isError ? JSON.parse(text).error : result.structuredContent }
    },
    close: () => client.close(),
  }
}
