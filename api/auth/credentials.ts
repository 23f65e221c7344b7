import type { FastifyRequest } from 'fastify'
import type { Config } from '#runtime/config.ts'
import { readCookie } from './cookies.ts'

/** What a request shows of its caller: an API key, or the token of a session. */
export interface Credential {
  kind: 'key' | 'session'
  secret: string
}

/** A key wins over the cookie that a browser adds by itself. */
export function readCredential({ headers, query }: FastifyRequest, config: Config): Credential | undefined {
  const key = readSecret(headers.authorization, query)
  if (key !== undefined) return { kind: 'key', secret: key }
  const token = readCookie(config, 'session', headers.cookie)
  return token === undefined ? undefined : { kind: 'session', secret: token }
}

/** The key of a request: the Authorization header, else ?api_key=. */
function readSecret(authorization: string | undefined, query: unknown): string | undefined {
  const bearer = /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer.trim()
  const { api_key: given } = query as { api_key?: unknown }
  if (given === undefined || given === '') return undefined
  // A repeated parameter arrives as an array: no key looks like that.
  return typeof given === 'string' ? given : JSON.stringify(given)
}
