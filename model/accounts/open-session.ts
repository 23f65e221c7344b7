import { createHash, randomBytes } from 'node:crypto'
import { parseAgent } from '#core/visits/parse-agent.ts'
import type { Sql } from '#runtime/postgres.ts'
import { insertSession, type KnownUser } from './sessions.ts'

const tokenBytes = 32
/** Much more than any browser sends: the parser reads no further. */
const longestAgent = 500

export const mintToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** What is stored of a token. It has too much entropy to be guessed, so a fast hash will do. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Signs a user in, always under a new token: one that was planted in the browser before is worth nothing. Answers the
 * token; null when the password has been changed since the given row was read.
 */
export async function openSession(sql: Sql, user: KnownUser, userAgent = ''): Promise<string | null> {
  const token = mintToken()
  return (await insertSession(sql, hashToken(token), user, describeDevice(userAgent))) ? token : null
}

function describeDevice(userAgent: string): string {
  const { browser, os } = parseAgent(userAgent.slice(0, longestAgent))
  return [browser || 'Unknown browser', os].filter((part) => part !== '').join(' on ')
}
