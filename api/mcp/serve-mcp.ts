import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, badRequest } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { limitNetwork } from '../frame/auth/limit-network.ts'
import { limitRequest } from '../frame/auth/rate-limit.ts'
import type { Services } from '../frame/endpoint.ts'
import { policyOfTool, type Visit } from './call-tool.ts'
import { CallsAtOnce } from './calls-at-once.ts'
import { createServer, findTool, mayCall } from './create-server.ts'
import { type Admitted, identify } from './identify.ts'
import { allowAnyPage, refuseForeignPage } from './origin.ts'
import type { Tool } from './tool.ts'

/** The longest tool call is a text in a QR code: a few KiB. */
const bodyLimitBytes = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the onRequest hook of the MCP server. */
    agent?: Admitted
  }
}

/**
 * The MCP server at /mcp over Streamable HTTP. It has no sessions: each request carries its token and any process can
 * handle it. The SDK implements all revisions of the protocol; everything else is here.
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
      async onRequest(request, reply) {
        refuseForeignPage(request.headers, services.config.BASE_URL)
        request.agent = await identify(request, services).catch((error: unknown) => {
          if (error instanceof ApiError) limitNetwork(services, request, reply)
          throw error
        })
        request.caller = request.agent.caller
      },
      async handler(request, reply) {
        const { agent, body } = request
        if (agent === undefined) throw new Error('the MCP server ran without a caller')
        const refusal = await countMessage(services, agent.caller, body, (headers) => reply.headers(headers))
        if (request.method === 'POST') refuseOddBody(body)
        const leave = calls.enter(agent.caller.account.id)
        reply.raw.once('close', leave)
        // If the client has disconnected, there is nothing left to close.
        if (reply.raw.closed) leave()
        reply.hijack()
        await answer(request, reply, { services, refusal, ...agent })
      },
    })
  })
}

/** Refuses batches, which would count as one request. They were removed from the protocol in 2025-06-18. */
function refuseOddBody(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  throw badRequest('The request body must be one JSON-RPC message.')
}

/**
 * Counts a message once: a tool call like its REST call, even if it is wrong, everything else as a request. Over the limit, the
 * refusal of a tool call is returned, so that the agent can read it as the result of the tool.
 */
async function countMessage(
  services: Services,
  caller: Caller,
  body: unknown,
  tell: (headers: Record<string, string>) => unknown,
): Promise<ApiError | undefined> {
  const tool = calledTool(body)
  try {
    await limitRequest(services, caller, tool === undefined ? 'requests' : policyOfTool(tool), tell)
    return undefined
  } catch (error) {
    if (error instanceof ApiError && tool !== undefined && mayCall(caller, tool)) return error
    throw error
  }
}

const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) })

function calledTool(body: unknown): Tool | undefined {
  const { data } = toolCall.safeParse(body)
  return data === undefined ? undefined : findTool(data.params.name)
}

interface Answering extends Admitted, Pick<Visit, 'refusal'> {
  services: Services
}

/** From here on the SDK writes the reply, including the headers that Fastify has collected. */
async function answer(
  { raw, body, log, ip, headers }: FastifyRequest,
  reply: FastifyReply,
  { auth, ...visit }: Answering,
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  const onerror = (error: Error) => log.warn({ err: error }, 'an MCP request failed')
  // Tools never change while a process runs, so no stream is kept open.
  const client = { address: ip, agent: headers['user-agent'] ?? '' }
  const handler = createMcpHandler(() => createServer({ ...visit, client }), { onerror, maxSubscriptions: 0 })
  const fetch: typeof handler.fetch = async (request, options) => {
    const response = await handler.fetch(request, { ...options, ...(auth && { authInfo: auth }) })
    response.headers.set('cache-control', 'no-store, no-transform')
    return response
  }
  // Unlike the type of node:http, this one does not allow an undefined method or url.
  await toNodeHandler({ fetch }, { onerror })(raw as NodeIncomingMessageLike, reply.raw, body)
}
