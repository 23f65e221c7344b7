import type { FastifyRequest } from 'fastify'
import type { SessionCaller } from '#model/accounts/caller.ts'
import { authenticateSession } from '../frame/auth/authenticate.ts'
import { readCookie } from '../frame/auth/cookies.ts'
import type { Services } from '../frame/endpoint.ts'

export interface PageServices extends Services {
  /** The path of BASE_URL, the prefix of all page paths; '' if it has none. */
  root: string
}

export function createPageServices(services: Services): PageServices {
  const root = new URL(services.config.BASE_URL).pathname.replace(/\/$/, '')
  return { ...services, root }
}

/** The signed-in user, or null. */
export async function findVisitor(services: Services, { headers }: FastifyRequest): Promise<SessionCaller | null> {
  const { sql, config } = services
  const token = readCookie(config, 'session', headers.cookie)
  return token === undefined ? null : await authenticateSession(sql, token)
}
