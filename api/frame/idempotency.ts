import { createHash } from 'node:crypto'
import { ApiError, invalidField } from '#core/api-error.ts'
import {
  type Claim,
  claimKey,
  claimSeconds,
  giveUpClaim,
  releaseClaim,
  renewClaim,
  storeReply,
} from '#model/accounts/kept-replies.ts'
import type { Sql } from '#runtime/postgres.ts'
import { errorBody } from './error-replies.ts'
import { fence } from './fence.ts'
import { type KeptReply, keepReply, readKeptReply } from './kept-reply.ts'
import { seal, unseal } from './seal.ts'

export interface WireReply extends KeptReply {
  status: number
}

export interface RepeatableRequest {
  accountId: string
  /** The caller and the value of its Idempotency-Key header. */
  key: string
  /** All that makes this request what it is. */
  content: unknown
  /** Where the reply carries a secret: what it is encrypted under while it is kept. */
  secret?: string
}

const longestKey = 255
/** Above the largest image in base64 and the longest bulk reply: what is larger would fill the database, and is not kept. */
export const largestKeptBytes = 16 * 1024 * 1024
/** Three chances to renew a claim before it is given up for dead. */
const renewalMs = (claimSeconds * 1000) / 3

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || header === '' || header.length > longestKey) {
    throw new ApiError('BAD_REQUEST', 'Invalid request', `Idempotency-Key must have 1 to ${longestKey} characters`)
  }
  return header
}

/**
 * Carries a request out once for its key: a repetition gets the stored reply. A failure of ours (5xx) may be tried again,
 * unless something was committed before it.
 */
export async function performOnce(
  sql: Sql,
  { accountId, key, content, secret }: RepeatableRequest,
  perform: (sql: Sql) => Promise<WireReply>,
): Promise<WireReply> {
  const requestHash = createHash('sha256').update(JSON.stringify(content)).digest()
  const claiming = await claimKey(sql, accountId, key, requestHash)
  switch (claiming.kind) {
    case 'other-request':
      throw invalidField('Idempotency-Key', 'was used with another request')
    case 'running':
      throw new ApiError('CONFLICT', 'The first request with this Idempotency-Key is still running')
    case 'reply-lost':
      throw replyLost()
    case 'done': {
      const kept = readKeptReply(secret === undefined ? claiming.reply : Buffer.from(unseal(claiming.reply, secret)))
      return { ...kept, status: claiming.status, headers: { ...kept.headers, 'idempotent-replayed': 'true' } }
    }
    case 'claimed': {
      const reply = await performClaimed(sql, claiming.claim, perform)
      const kept = keepReply(reply)
      if (kept.length > largestKeptBytes) await giveUp(sql, claiming.claim)
      else
        await storeReply(sql, claiming.claim, reply.status, secret === undefined ? kept : seal(kept.toString(), secret))
      return reply
    }
  }
}

const replyLost = () =>
  new ApiError(
    'CONFLICT',
    'The request with this Idempotency-Key took effect, but its reply was lost: look for what it made',
  )

async function performClaimed(sql: Sql, claim: Claim, perform: (sql: Sql) => Promise<WireReply>): Promise<WireReply> {
  // A renewal that fails is made good by the next one; without any the claim is given up, as it should be.
  const renewal = setInterval(() => {
    renewClaim(sql, claim).catch(() => undefined)
  }, renewalMs)
  try {
    return await refusalsAsReplies(() => perform(fence(sql, claim)))
  } catch (error) {
    await giveUp(sql, claim)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Without a reply to keep: what had no effect may be tried again, anything else never is. */
async function giveUp(sql: Sql, claim: Claim): Promise<void> {
  if (!(await releaseClaim(sql, claim))) await giveUpClaim(sql, claim)
}

/** A refusal is an outcome as good as any: it is kept and given again. */
async function refusalsAsReplies(perform: () => Promise<WireReply>): Promise<WireReply> {
  try {
    return await perform()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { status: error.status, body: JSON.stringify(errorBody(error)), headers: error.headers }
  }
}
