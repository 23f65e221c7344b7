import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#model/accounts/caller.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { inSpan } from '#runtime/span.ts'
import { admit } from './auth/admit.ts'
import { type Credential, readCredential } from './auth/credentials.ts'
import { bodyLimits } from './body-limits.ts'
import { cutUnfinished } from './cut-unfinished.ts'
import type { Client, Endpoint, ReplyHead, Services } from './endpoint.ts'
import { FileReply } from './file-reply.ts'
import { performOnce, readIdempotencyKey, type WireReply } from './idempotency.ts'
import { recordChanges } from './record-changes.ts'
import { refuseChanges } from './refuse-changes.ts'
import { traceQueries } from './trace-requests.ts'
import { createValidator, type Input } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Both are set by the onRequest hook of the endpoint. */
    credential?: Credential
    caller?: Caller
  }
}

/** Everything around a handler, in this order: admit, read the body, validate, perform (once), envelope. */
export function serveEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  services: Services,
  root: '/api/v1' | '/api/app' = '/api/v1',
): void {
  const validate = createValidator(endpoint)
  app.route({
    method: endpoint.method === 'PUT' ? ['PUT', 'PATCH'] : endpoint.method,
    url: `${root}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: bodyLimits[endpoint.bodyLimit ?? 'usual'],
    async onRequest(request, reply) {
      const credential = readCredential(request, services.config)
      request.caller = await inSpan(request.span, 'admit', () =>
        admit(endpoint, services, { request, reply, credential }),
      )
      if (credential !== undefined) request.credential = credential
    },
    async handler(request, reply) {
      const { caller } = request
      if (caller === undefined) throw new Error('a handler ran without a caller')
      const { accept = '', 'if-none-match': known, 'user-agent': agent = '' } = request.headers
      const client = { address: request.ip, agent }
      const requested = { known, isHead: request.method === 'HEAD' }
      const input = { ...validate(request), accept, client, signal: signalOfAbsence(reply) }
      const perform = (sql = services.sql) =>
        inSpan(request.span, 'handle', (span) => {
          const traced = { ...services, sql, ch: traceQueries(services.ch, span) }
          return runHandler(endpoint, traced, caller, { input, ...requested })
        })
      const key = endpoint.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
      const { status, headers, body } =
        key === undefined
          ? await perform()
          : await performOnce(
              services.sql,
              withHashes(repeatable(endpoint, request, caller, key), services.secretKeys),
              perform,
            )
      if (body instanceof Readable) cutUnfinished(reply.raw, body)
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8', ...headers })
        .send(body)
    },
  })
}

/** Fastify's request.signal does not work for this: it fires when the request body is read. */
function signalOfAbsence(reply: FastifyReply): AbortSignal {
  const absence = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) absence.abort()
  })
  return absence.signal
}

interface HandlerInput extends Input {
  accept: string
  client: Client
  signal: AbortSignal
}

interface HandlerRequest {
  input: HandlerInput
  /** If-None-Match. */
  known: string | undefined
  isHead: boolean
}

/** Every reply goes through its schema. For 100 short URLs this takes 94 us, as long as writing the JSON. */
async function runHandler(
  endpoint: Endpoint,
  services: Services,
  caller: Caller,
  { input, known, isHead }: HandlerRequest,
): Promise<WireReply> {
  const { result, answer } = await handle(endpoint, services, caller, input)
  if (result instanceof FileReply) {
    const headers = { ...answer.headers, ...result.headers }
    if (result.isKnownTo(known)) return { status: 304, headers, body: '' }
    // Without making it, since an export can read millions of rows. An empty text would have a length.
    if (isHead) return { ...answer, headers, body: Readable.from([]) }
    return { ...answer, headers, body: await result.contents.make() }
  }
  return { ...answer, body: JSON.stringify(envelop(endpoint, endpoint.reply.parse(result))) }
}

/** The handler's result before the schema converts it to the wire format. */
export async function handle(endpoint: Endpoint, services: Services, caller: Caller, input: HandlerInput) {
  const answer: ReplyHead = { status: endpoint.status ?? 200, headers: {} }
  const { sentBack, ...asked } = input
  const ch = services.queriesAtOnce.within(services.ch, caller.account.id)
  const recorded =
    endpoint.method === 'GET'
      ? { sql: services.sql, note: () => undefined }
      : recordChanges(services.sql, endpoint, caller, input)
  const context = { ...services, ...recorded, ...caller, ...asked, ch, answer }
  if (sentBack !== undefined) await refuseChanges(endpoint, context, sentBack)
  return { result: await endpoint.handle(context), answer }
}

function envelop({ envelope = 'data', method }: Endpoint, reply: unknown): unknown {
  if (envelope === 'bare') return reply
  if (envelope === 'page') return { success: true, ...(reply as object) }
  const timestamp = method === 'DELETE' ? { timestamp: new Date().toISOString() } : {}
  return { success: true, data: reply, ...timestamp }
}

/** A reply with a secret is only for the key or session that requested it, and readable only with that. */
function repeatable(endpoint: Endpoint, request: FastifyRequest, caller: Caller, key: string) {
  const { api_key: _, ...query } = request.query as Record<string, unknown>
  const content = [endpoint.method, request.url.split('?')[0], query, request.body]
  // A request for the file must not get the JSON of another request.
  if (endpoint.files !== undefined) content.push(request.headers.accept)
  // Callers can use the same key for different requests. No caller's name contains a line feed.
  const callersKey = { accountId: caller.account.id, key: `${nameCaller(caller)}\n${key}` }
  if (endpoint.secretReply !== true) return { ...callersKey, content }
  const session = caller.session?.id.toString('hex')
  return { ...callersKey, content: [...content, session], secret: `${key}\n${request.credential?.secret}` }
}

/** The last hash has no key: that of an earlier version, which may have performed the request. */
function withHashes({ content, ...request }: ReturnType<typeof repeatable>, keys: SecretKeys) {
  const text = JSON.stringify(content)
  const plain = createHash('sha256').update(text).digest()
  const [first, ...others] = keys.hashes(text)
  return { ...request, hashes: [first, ...others, plain] as const }
}

/** A user is the same caller in all sessions, so signing in again during a retry does not repeat the effect. */
function nameCaller({ key, session, token }: Caller): string {
  if (key !== null) return `key ${key.id}`
  if (token !== null) return `grant ${token.grant_id}`
  if (session !== null) return `user ${session.user.id}`
  throw new Error('a caller has neither a key nor a token nor a session')
}
