import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
}

interface Tampering {
  /** Changes an ID token, which is then signed again with the key of the provider, or with another key. */
  idToken?: (claims: JWTPayload) => JWTPayload
  signsWith?: JWK
  /** Changes the query of the response that the browser takes back. */
  response?: (query: URLSearchParams) => void
}

export interface TestProvider {
  issuer: string
  client: { client_id: string; client_secret: string }
  /** Who is in front of the browser at the provider; null: they refuse. Undefined: a page asks. */
  person: Person | null | undefined
  tampering: Tampering
  /** Requests that reached it, by path. */
  requests: string[]
  rotateKeys(): Promise<void>
  /** Opens a page of the provider, and returns the URL to which it sends the browser back. */
  visit(url: string | null): Promise<string>
  close(): Promise<void>
}

const people = new Map<string, Person>()

/** A real OpenID provider on loopback, behind a proxy that can change its responses. */
export async function openProvider(redirectUri: string): Promise<TestProvider> {
  const inner = createServer((asked, answer) => void serve(asked, answer))
  const proxy = createServer((asked, answer) => void forward(asked, answer))
  const [innerPort, port] = await Promise.all([listen(inner), listen(proxy)])
  const issuer = `http://127.0.0.1:${port}`
  const client = { client_id: 'waymark', client_secret: 'a secret of the client' }
  let key = await newKey()
  let provider = create()

  function create(): Provider {
    const made = new Provider(issuer, configurationOf(client, redirectUri, key))
    made.on('server_error', (_context, error) => process.stderr.write(`provider: ${String(error)}\n`))
    return made
  }

  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (!asked.url?.startsWith('/interaction/')) return void provider.callback()(asked, answer)
    const person = own.person === undefined ? await readPerson(asked, answer) : own.person
    if (person === undefined) return
    const result = person === null ? refusal : { login: { accountId: person.sub } }
    if (person !== null) people.set(person.sub, person)
    await provider.interactionFinished(asked, answer, result, { mergeWithLastSubmission: false })
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { url: path = '', method, headers } = asked
    own.requests.push(path.replace(/\?.*/, ''))
    const onward = request({ port: innerPort, host: '127.0.0.1', path, method, headers })
    asked.pipe(onward)
    const [reply] = (await once(onward, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of reply) chunks.push(chunk as Buffer)
    const body = await tamper(path, Buffer.concat(chunks))
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = reply.headers
    answer.writeHead(reply.statusCode ?? 500, { ...kept, 'content-length': body.length }).end(body)
  }

  async function tamper(path: string, body: Buffer): Promise<Buffer> {
    const { idToken = (claims: JWTPayload) => claims, signsWith = key } = own.tampering
    if (path !== '/token' || Object.keys(own.tampering).length === 0) return body
    const given = JSON.parse(body.toString()) as { id_token?: string }
    if (given.id_token === undefined) return body
    const [, payload = ''] = given.id_token.split('.')
    const claims = idToken(JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload)
    const signer = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
    const id_token = await signer.sign(await importJWK(signsWith, 'RS256'))
    return Buffer.from(JSON.stringify({ ...given, id_token }))
  }

  const own: TestProvider = {
    issuer,
    client,
    person: null,
    tampering: {},
    requests: [],
    async rotateKeys() {
      key = await newKey()
      provider = create()
    },
    async visit(url) {
      const back = new URL(await follow(url ?? '', redirectUri))
      own.tampering.response?.(back.searchParams)
      return `${back.pathname}${back.search}`
    },
    async close() {
      for (const server of [inner, proxy]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
  return own
}

const refusal = { error: 'access_denied', error_description: 'The user said no' }

const mostRedirects = 10

async function follow(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < mostRedirects; hop++) {
    if (url.startsWith(redirectUri)) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`${url}: ${reply.status} ${(await reply.text()).slice(0, 500)}`)
    url = new URL(location, url).href
  }
  throw new Error('too many redirects')
}

/** The sign-in page of the provider, for a real browser. */
async function readPerson(asked: IncomingMessage, answer: ServerResponse): Promise<Person | undefined> {
  if (asked.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    const email = new URLSearchParams(Buffer.concat(chunks).toString()).get('email') ?? ''
    return { sub: email, email, email_verified: true }
  }
  answer.setHeader('content-type', 'text/html')
  answer.end(
    '<!doctype html><title>Provider</title><form method="post"><label>Email <input name="email"></label><button>Sign in</button></form>',
  )
  return undefined
}

function configurationOf(client: TestProvider['client'], redirectUri: string, key: JWK): Configuration {
  return {
    clients: [{ ...client, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the cookies'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const { accountId } = oidc.session ?? {}
      const grant = new oidc.provider.Grant({
        clientId: client.client_id,
        ...(accountId !== undefined && { accountId }),
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  }
}

export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
