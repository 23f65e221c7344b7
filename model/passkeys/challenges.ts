import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '#runtime/postgres.ts'

const challengeBytes = 32
const validMinutes = 5
/** Ended challenges that one request removes. */
const mostTidied = 1_000

/** Time for the dialog of the browser. */
export const challengeMs = validMinutes * 60_000

/**
 * A text that a passkey must sign, once. With a session, it works only for that session, and ends an earlier one of it. Callers
 * limit how many a client without a session gets.
 */
export async function createChallenge(sql: Sql, sessionId: Buffer | null): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  // Skips rows that another request is removing, because waiting for each other's rows could deadlock.
  await sql`
    with ended as (
      delete from passkey_challenges
      where challenge_hash in (
        select challenge_hash
        from passkey_challenges
        where expires_at <= now() or session_id = ${sessionId}
        limit ${mostTidied}
        for update skip locked
      )
    )
    insert into passkey_challenges (challenge_hash, session_id, expires_at)
    values (${hashOf(challenge)}, ${sessionId}, now() + make_interval(mins => ${validMinutes}))`
  return challenge
}

/** False if it was used, has expired, or belongs to another session or to none. */
async function takeChallenge(sql: Sql, challenge: string, sessionId: Buffer | null): Promise<boolean> {
  const { count } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hashOf(challenge)} and session_id is not distinct from ${sessionId} and expires_at > now()`
  return count > 0
}

/**
 * The result of a check that takes its challenge. Null if it throws, because the library throws errors of many kinds for what is
 * not a valid response. Errors of the store are passed on.
 */
export async function takingChallenge<Result>(
  sql: Sql,
  sessionId: Buffer | null,
  check: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<Result | null>,
): Promise<Result | null> {
  let failure: { error: unknown } | undefined
  const expectedChallenge = async (challenge: string) => {
    try {
      return await takeChallenge(sql, challenge, sessionId)
    } catch (error) {
      failure = { error }
      return false
    }
  }
  const result = await check(expectedChallenge).catch(() => null)
  if (failure !== undefined) throw failure.error
  return result
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()
