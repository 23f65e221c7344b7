import { randomUUID } from 'node:crypto'
import {
  Client as CurrentClient,
  UnauthorizedError as CurrentRefusal,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { UnauthorizedError as OlderRefusal } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accessTokenSeconds } from '#model/oauth/access-token.ts'
import { agentOf } from '../support/mcp.ts'
import { api, decide, opens, postForm, redirectUri, useOAuth } from '../support/oauth.ts'

useOAuth({ RATE_LIMIT_FACTOR: '0' })

afterEach(() => void vi.useRealTimers())

/** The state that an app keeps for a server, as clients of both revisions require it; the clients do the rest. */
class Program {
  readonly redirectUrl = redirectUri
  readonly clientMetadata
  readonly sent: URL[] = []
  readonly #state = randomUUID()
  // oxlint-disable-next-line typescript/no-explicit-any -- two revisions with different types
  kept: Record<'client' | 'tokens' | 'verifier' | 'discovery', any> = {
    client: undefined,
    tokens: undefined,
    verifier: undefined,
    discovery: undefined,
  }

  constructor(token_endpoint_auth_method: string | undefined) {
    const method = token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }
    this.clientMetadata = { client_name: 'Agent', redirect_uris: [redirectUri], ...method }
  }

  state = () => this.#state
  clientInformation = () => this.kept.client
  saveClientInformation = (client: unknown) => void (this.kept.client = client)
  tokens = () => this.kept.tokens
  saveTokens = (tokens: unknown) => void (this.kept.tokens = tokens)
  codeVerifier = () => this.kept.verifier
  saveCodeVerifier = (verifier: string) => void (this.kept.verifier = verifier)
  discoveryState = () => this.kept.discovery
  saveDiscoveryState = (state: unknown) => void (this.kept.discovery = state)
  redirectToAuthorization = (address: URL) => void this.sent.push(address)
  invalidateCredentials = (what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (what === 'all') this.kept = { client: undefined, tokens: undefined, verifier: undefined, discovery: undefined }
    else this.kept[what] = undefined
  }
}

const generations = {
  'the current client': {
    Refusal: CurrentRefusal,
    open: (program: Program) => {
      const client = new CurrentClient(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      )
      const transport = new CurrentTransport(new URL(`${api.url}/mcp`), { authProvider: program })
      return {
        connect: () => client.connect(transport),
        finish: (answer: URLSearchParams) => transport.finishAuth(answer),
        agent: () => agentOf(client, client.getNegotiatedProtocolVersion()),
      }
    },
  },
  'the client of the previous revision': {
    Refusal: OlderRefusal,
    open: (program: Program) => {
      const client = new OlderClient({ name: 'test', version: '1' })
      const transport = new OlderTransport(new URL(`${api.url}/mcp`), { authProvider: program })
      return {
        connect: () => client.connect(transport),
        finish: (answer: URLSearchParams) => transport.finishAuth(answer.get('code') ?? ''),
        agent: () => agentOf(client, transport.protocolVersion),
      }
    },
  },
} as const

/** A user allows access through the real forms; returns the parameters that the browser brings back to the app. */
async function allow(address: URL | undefined): Promise<URLSearchParams> {
  const { location } = await decide(`${address?.pathname}${address?.search}`)
  expect(location?.startsWith(`${redirectUri}?`), String(location)).toBe(true)
  return new URL(location ?? '').searchParams
}

/** Uses the revocation endpoint in the server's metadata, since neither client supports revocation. */
async function revoke({ kept }: Program): Promise<void> {
  const found = await (await fetch(`${api.url}/.well-known/oauth-authorization-server`)).json()
  const { revocation_endpoint } = found as { revocation_endpoint: string }
  const { client_id, client_secret } = kept.client
  const fields = { client_id, client_secret, token: kept.tokens.refresh_token }
  expect((await postForm(new URL(revocation_endpoint).pathname, fields)).status).toBe(200)
}

const hourLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (accessTokenSeconds + 1) * 1_000 })

describe.each(Object.entries(generations))('%s', (_, { open, Refusal }) => {
  it.each([undefined, 'none', 'client_secret_basic', 'client_secret_post'])(
    'completes the flow from the server URL alone, with token_endpoint_auth_method %s',
    async (method) => {
      const program = new Program(method)
      const asking = open(program)
      await expect(asking.connect()).rejects.toBeInstanceOf(Refusal)
      const asked = Object.fromEntries(program.sent[0]?.searchParams ?? [])
      expect(asked).toMatchObject({
        client_id: program.kept.client.client_id,
        resource: `${api.url}/mcp`,
        code_challenge_method: 'S256',
        state: program.state(),
        scope: 'shorturl:read shorturl:create qrcode:read qrcode:create analytics:read',
      })
      expect('client_secret' in program.kept.client).toBe(method !== 'none')
      const answer = await allow(program.sent[0])
      expect([answer.get('state'), answer.get('iss')]).toEqual([program.state(), api.url])
      await asking.finish(answer)

      const connected = open(program)
      await connected.connect()
      const agent = connected.agent()
      const url = `https://example.com/${randomUUID()}`
      const made = await agent.call('create_short_url', { url })
      expect(made).toMatchObject({ isError: false, told: { original_url: url } })
      expect(await opens(program.kept.tokens.access_token), 'RFC 8707: it is only for the MCP server').toBe(401)

      const { access_token, refresh_token } = program.kept.tokens
      hourLater()
      expect((await agent.call('get_short_url', { id: made.told.id })).told).toMatchObject({ original_url: url })
      expect(program.kept.tokens.access_token).not.toBe(access_token)
      expect(program.kept.tokens.refresh_token).not.toBe(refresh_token)
      expect(program.sent, 'the user is not asked again').toHaveLength(1)

      await revoke(program)
      await expect(agent.call('get_short_url', { id: made.told.id })).rejects.toBeInstanceOf(Refusal)
      expect(program.sent, 'the user is asked again').toHaveLength(2)
      await agent.close()
    },
  )
})
