import type { FastifyInstance } from 'fastify'
import type { Config } from '#runtime/config.ts'

/** For pages, whose scripts need no device. */
export const pagePermissions = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const yearSeconds = 31_536_000

/**
 * Headers of every response. Other sites, also on subdomains, cannot embed it, so they learn nothing from an image that the
 * cookies of a user load. Over https, browsers remember for a year to use nothing else, on this host only.
 */
export function addSecurityHeaders(app: FastifyInstance, { BASE_URL }: Pick<Config, 'BASE_URL'>): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(BASE_URL.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
