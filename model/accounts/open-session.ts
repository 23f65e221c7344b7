import { createHash, randomBytes } from 'node:crypto'
import { parseAgent } from '#core/visits/parse-agent.ts'
import type { Sql } from '#runtime/postgres.ts'
import { insertSession, type KnownUser } from './sessions.ts'

const tokenBytes = 32
/** Characters of a User-Agent that are parsed: far more than any browser sends. */
const longestAgent = 500

export const mintToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** The stored hash of a token. A token has too much entropy to be guessed, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Signs a user in, always with a new token, so that a token planted in the browser is useless. Returns the token; null if
 * the password has been changed since the given row was read. With an address, the audit log has an entry.
 */
export async function openSession(sql: Sql, user: KnownUser, userAgent = '', address?: string): Promise<string | null> {
  const token = mintToken()
  const session = { id: hashToken(token), device: describeDevice(userAgent), address }
  return (await insertSession(sql, user, session)) ? token : null
}

/** What the list of sessions shows, such as "Firefox on Linux". */
export function describeDevice(userAgent: string): string {
  const { browser, os } = parseAgent(userAgent.slice(0, longestAgent))
  return [browser || 'Unknown browser', os].filter((part) => part !== '').join(' on ')
}
