import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { classifyRequest, classifyUserAgent } from '#core/visits/classify-traffic.ts'
import { recordConversion } from '#model/experiments/record-conversion.ts'
import { recordConversionBody } from '#schemas/conversions.ts'
import { limitNetwork } from '../frame/auth/limit-network.ts'
import type { Services } from '../frame/endpoint.ts'

/** A transparent pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const headers = {
  'content-type': 'image/gif',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  // Other sites embed it, including those that require this header.
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * An image that a destination shows after a conversion to record it. Always returns the image, because nobody would read an
 * error.
 */
export function servePixel(app: FastifyInstance, services: Services): void {
  const { sql, secretKeys, config, log } = services
  app.get('/t/c.gif', async (request, reply) => {
    const refusal = refusalOf(services, request, reply)
    if (refusal !== null)
      return reply
        .code(refusal.status)
        .headers({ ...headers, ...refusal.headers })
        .send(dot)
    const report = isOfAPerson(request) ? readReport(request.query) : null
    if (report !== null) {
      try {
        await recordConversion({ sql, secretKeys, config }, report, () => false)
      } catch (error) {
        if (!(error instanceof ApiError)) log.error({ err: error }, 'a conversion of a pixel was lost')
      }
    }
    return reply.headers(headers).send(dot)
  })
}

/** Beyond the limit of its network, a request still gets the image. Nothing is recorded. */
function refusalOf(services: Services, request: FastifyRequest, reply: FastifyReply): ApiError | null {
  try {
    limitNetwork(services, request, reply)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function readReport(query: unknown) {
  const { cid } = query as Record<string, unknown>
  const parsed = recordConversionBody.safeParse({ click_id: cid })
  return parsed.success ? parsed.data : null
}

/** Ignores bots and previews, which load images too and whose clicks are not counted. */
function isOfAPerson({ method, headers: sent }: FastifyRequest): boolean {
  const purpose = String(sent['sec-purpose'] ?? sent['purpose'] ?? '')
  const { traffic } = classifyRequest(method, purpose) ?? classifyUserAgent(sent['user-agent'] ?? '')
  return traffic !== 'bot'
}
