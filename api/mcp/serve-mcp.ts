import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { countRequest, rateLimitHeaders, refuseOverLimit } from '../frame/auth/rate-limit.ts'
import type { Services } from '../frame/endpoint.ts'
import { CallsAtOnce } from './calls-at-once.ts'
import { createServer } from './create-server.ts'
import { type Admitted, identify } from './identify.ts'
import { allowAnyPage, refuseForeignPage } from './origin.ts'

/** The longest tool call is a text in a QR code: a few KiB. */
const bodyLimitBytes = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the MCP server by its onRequest. */
    agent?: Admitted
  }
}

/**
 * The MCP server at /mcp, over Streamable HTTP. It keeps no session: each request brings its token and is answered by
 * whichever process it reaches. The SDK speaks the protocol in all its revisions; everything else is done here.
 */
export function serveMcp(app: FastifyInstance, services: Services): void {
  const calls = new CallsAtOnce()
  void app.register(async (mcp) => {
    mcp.addHook('onRequest', async (_request, reply) => allowAnyPage(reply))
    mcp.options('/mcp', (_request, reply) => reply.code(204).send())
    mcp.route({
      method: ['POST', 'GET', 'DELETE'],
      url: '/mcp',
      exposeHeadRoute: false,
      bodyLimit: bodyLimitBytes,
      async onRequest(request) {
        refuseForeignPage(request.headers, services.config.BASE_URL)
        request.agent = await identify(request, services)
        request.caller = request.agent.caller
      },
      async handler(request, reply) {
        const { agent, body } = request
        if (agent === undefined) throw new Error('the MCP server ran without a caller')
        if (request.method === 'POST') refuseOddBody(body)
        if (!callsTool(body)) await countAsRequest(services, agent.caller, reply)
        const leave = calls.enter(agent.caller.account.id)
        reply.raw.once('close', leave)
        // Whoever hung up meanwhile closes nothing any more.
        if (reply.raw.closed) leave()
        reply.hijack()
        await answer(request, reply, agent, services)
      },
    })
  })
}

/** Batches left the protocol in 2025-06-18: one would be many calls in a request that is counted once. */
function refuseOddBody(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  throw new ApiError('BAD_REQUEST', 'Invalid request', 'the body must be one JSON-RPC message')
}

const callsTool = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === 'tools/call'

/** A call of a tool counts as the REST call that it stands for; everything else as a request. */
async function countAsRequest({ redis, log, config }: Services, caller: Caller, reply: FastifyReply): Promise<void> {
  const limiter = { redis, log, factor: config.RATE_LIMIT_FACTOR }
  const usage = await countRequest(limiter, caller, 'requests', Date.now())
  if (usage === null) return
  reply.headers(rateLimitHeaders(usage))
  refuseOverLimit(usage)
}

/** The reply is the SDK's from here on; what Fastify has of it goes along. */
async function answer(
  { raw, body, log }: FastifyRequest,
  reply: FastifyReply,
  { caller, auth }: Admitted,
  services: Services,
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  const onerror = (error: Error) => log.warn({ err: error }, 'an MCP request failed')
  // Tools never change while a process runs: there is nothing to listen to, and no stream is kept open.
  const handler = createMcpHandler(() => createServer({ services, caller }), { onerror, maxSubscriptions: 0 })
  const fetch: typeof handler.fetch = async (request, options) => {
    const response = await handler.fetch(request, { ...options, ...(auth && { authInfo: auth }) })
    response.headers.set('cache-control', 'no-store, no-transform')
    return response
  }
  // Its type leaves out what node:http's does not: that method and url may be undefined.
  await toNodeHandler({ fetch }, { onerror })(raw as NodeIncomingMessageLike, reply.raw, body)
}
