import type { FastifyRequest } from 'fastify'
import { looksLikeToken } from '#model/oauth/read-access-token.ts'
import type { Config } from '#runtime/config.ts'
import { readCookie } from './cookies.ts'

/** An API key, or the token of a session. */
export interface OwnCredential {
  kind: 'key' | 'session'
  secret: string
}

/** The credential of a request: the account's own, or an OAuth access token. */
export type Credential = OwnCredential | { kind: 'token'; secret: string }

/** A key or token wins over the cookie, which browsers add automatically. */
export function readCredential({ headers, query }: FastifyRequest, config: Config): Credential | undefined {
  const bearer = readBearer(headers.authorization)
  if (bearer !== undefined) return { kind: looksLikeToken(bearer) ? 'token' : 'key', secret: bearer }
  const key = readQueryKey(query)
  if (key !== undefined) return { kind: 'key', secret: key }
  const token = readCookie(config, 'session', headers.cookie)
  return token === undefined ? undefined : { kind: 'session', secret: token }
}

const readBearer = (authorization = ''): string | undefined => /^Bearer +(\S.*)$/i.exec(authorization)?.[1]?.trim()

/** ?api_key= accepts only API keys: access tokens are too easily logged there (RFC 6750, 2.3). */
function readQueryKey(query: unknown): string | undefined {
  const { api_key: given } = query as { api_key?: unknown }
  if (given === undefined || given === '') return undefined
  // A repeated parameter is an array, which never looks like a key.
  return typeof given === 'string' ? given : JSON.stringify(given)
}
