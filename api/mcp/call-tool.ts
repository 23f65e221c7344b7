import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ApiError } from '#core/api-error.ts'
import { readBody } from '#core/read-body.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { Scope } from '#schemas/scopes.ts'
import { endpoints } from '../endpoints.ts'
import { requireAccess } from '../frame/auth/admit.ts'
import { type Policy, policyOf } from '../frame/auth/rate-limit.ts'
import { neededScope } from '../frame/auth/scope-rules.ts'
import type { Client, Endpoint, Services } from '../frame/endpoint.ts'
import { errorBody, logFailure, toApiError } from '../frame/error-replies.ts'
import { handle } from '../frame/serve-endpoint.ts'
import { createValidator } from '../frame/validate.ts'
import { outputOf, type Picture, type Tool } from './tool.ts'
import { markVisitorText, separateVisitorText } from './visitor-text.ts'

/** Who calls a tool, and the signal that ends the call. */
export interface Visit {
  services: Services
  caller: Caller
  client: Client
  /** The call is over the rate limit. */
  refusal: ApiError | undefined
  signal: AbortSignal
}

/** An endpoint and its validator. */
const known = new Map(
  endpoints.map((endpoint) => [
    `${endpoint.method} ${endpoint.path}`,
    { endpoint, validate: createValidator(endpoint) },
  ]),
)

export function endpointOf(call: string): Endpoint {
  return find(call).endpoint
}

/** The scope of a tool, the same as of its REST calls; null if no token may call it. */
export function scopeOf({ name, calls }: Tool): Scope | null {
  const [need, ...others] = new Set(calls.map((call) => neededScope(endpointOf(call))))
  if (others.length > 0 || need === undefined || need === 'any') throw new Error(`${name} has no scope`)
  return need
}

/** The rate limit of a tool, the same as of its REST calls. */
export function policyOfTool({ name, calls }: Tool): Policy {
  const [policy, ...others] = new Set(calls.map((call) => policyOf(endpointOf(call))))
  if (others.length > 0 || policy === undefined) throw new Error(`${name} has no rate limit`)
  return policy
}

function find(call: string) {
  const found = known.get(call)
  if (found === undefined) throw new Error(`no endpoint answers ${call}`)
  return found
}

/** Handles a call with the handler of its endpoint. An error is a result, so that the agent can read it. */
export async function callTool(tool: Tool, args: unknown, visit: Visit): Promise<CallToolResult> {
  try {
    const reply = await askEndpoint(tool, args, visit)
    const structuredContent = tell(tool, reply, args)
    const picture = await tool.picture?.(reply)
    return { content: [...pictured(picture), written(structuredContent)], structuredContent }
  } catch (error) {
    logFailure(visit.services.log, error, 'a tool failed', { hasLeft: visit.signal.aborted, tool: tool.name })
    return { content: [written(errorBody(toApiError(error)))], isError: true }
  }
}

function tell(tool: Tool, reply: unknown, args: unknown): Record<string, unknown> {
  const marked = tool.hasVisitorText ? markVisitorText(reply) : reply
  const told = tool.tell?.(marked, args) ?? marked
  return outputOf(tool).parse(tool.hasVisitorText ? separateVisitorText(told) : told) as Record<string, unknown>
}

const written = (told: object) => ({ type: 'text', text: JSON.stringify(told) }) as const

const pictured = (picture: Picture | undefined) =>
  picture === undefined ? [] : [{ type: 'image', data: picture.data, mimeType: picture.mime_type } as const]

/** Same order as REST: admit, validate, perform. The call was counted before. */
async function askEndpoint(tool: Tool, args: unknown, visit: Visit): Promise<unknown> {
  const { services, caller, client, refusal, signal } = visit
  if (refusal !== undefined) throw refusal
  const { call, params = {}, query = {}, body } = tool.ask(checked(tool, args))
  const { endpoint, validate } = find(call ?? tool.calls[0])
  requireAccess(endpoint, caller)
  const input = { ...validate({ params, query, body }), accept: 'application/json', client, signal }
  const { result } = await handle(endpoint, services, caller, input)
  return result
}

/** The arguments unchanged: transforms are up to the endpoint. */
function checked(tool: Tool, args: unknown): unknown {
  readBody(tool.input, args)
  return args
}
