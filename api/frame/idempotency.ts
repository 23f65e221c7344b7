import { createHash } from 'node:crypto'
import { ApiError, invalidField, isForNow, malformedFields, tryLater } from '#core/api-error.ts'
import {
  type Claim,
  claimKey,
  claimSeconds,
  giveUpClaim,
  releaseClaim,
  renewClaim,
  storeReply,
  storeReplyHash,
} from '#model/accounts/kept-replies.ts'
import type { Sql } from '#runtime/postgres.ts'
import { seal, unseal } from '#runtime/seal.ts'
import { errorBody } from './error-replies.ts'
import { fence } from './fence.ts'
import { type KeptReply, keepReply, readKeptReply } from './kept-reply.ts'

export interface WireReply extends KeptReply {
  status: number
}

export interface RepeatableRequest {
  accountId: string
  /** Names the caller and the value of its Idempotency-Key header. */
  key: string
  /** Hashes of everything that identifies this request: the one to store, and those that may be stored already. */
  hashes: readonly [Buffer, ...Buffer[]]
  /** Encrypts a stored reply that carries a secret. */
  secret?: string
}

const longestKey = 255
const sealedAs = 'idempotent reply'
/** A larger reply is kept only if its request had an effect; repeating any other request produces it again. */
export const largestOfNoEffect = 256 * 1024
/** Allows three renewals of a claim before it expires. */
const renewalMs = (claimSeconds * 1000) / 3

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || header === '' || header.length > longestKey) {
    throw malformedFields([{ field: 'Idempotency-Key', message: `Must be 1 to ${longestKey} characters.` }])
  }
  return header
}

/**
 * Performs a request once for its key: a repetition gets the stored reply. A server error (5xx) or a refusal with
 * Retry-After may be tried again, unless something was committed before it.
 */
export async function performOnce(
  sql: Sql,
  { accountId, key, hashes, secret }: RepeatableRequest,
  perform: (sql: Sql) => Promise<WireReply>,
): Promise<WireReply> {
  const claiming = await claimKey(sql, accountId, key, hashes)
  switch (claiming.kind) {
    case 'other-request':
      throw invalidField('Idempotency-Key', 'Already used for a different request. Use a new key.')
    case 'running':
      throw tryLater('CONFLICT', 'The first request with this Idempotency-Key is still running. Try again later.', 1)
    case 'reply-lost':
      throw new ApiError('CONFLICT', 'The request succeeded but its response was lost. Look up the created resource.')
    case 'done': {
      const kept = readKeptReply(
        secret === undefined ? claiming.reply : Buffer.from(unseal(claiming.reply, secret, sealedAs)),
      )
      return { ...kept, status: claiming.status, headers: { ...kept.headers, ...replayed } }
    }
    case 'claimed': {
      const reply = await performClaimed(sql, claiming.claim, perform)
      return await keep(sql, claiming.claim, reply, secret)
    }
    case 'full':
      throw tryLater(
        'RATE_LIMIT_EXCEEDED',
        'The responses kept for Idempotency-Key reached the limit of 100 MB for today. Send the request without this header, or try again after midnight UTC.',
        secondsOfDayLeft(Date.now()),
      )
  }
}

async function performClaimed(sql: Sql, claim: Claim, perform: (sql: Sql) => Promise<WireReply>): Promise<WireReply> {
  // The next renewal makes up for one that fails; without any, the claim expires, as it should.
  const renewal = setInterval(() => {
    renewClaim(sql, claim).catch(() => undefined)
  }, renewalMs)
  try {
    return await perform(fence(sql, claim))
  } catch (error) {
    // A refusal is a result like any other: it is kept and returned again. One for now may be another result later.
    if (error instanceof ApiError && error.status < 500 && !isForNow(error))
      return { status: error.status, body: JSON.stringify(errorBody(error)), headers: error.headers }
    await giveUp(sql, claim)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Returns the reply. One that cannot be kept ends its claim. */
async function keep(sql: Sql, claim: Claim, reply: WireReply, secret: string | undefined): Promise<WireReply> {
  const kept = keepReply(reply)
  if (kept.length > largestOfNoEffect) {
    const hash = createHash('sha256').update(kept).digest()
    if (await storeReplyHash(sql, claim, reply.status, hash)) {
      if (claim.replyHash?.equals(hash) !== true) return reply
      return { ...reply, headers: { ...reply.headers, ...replayed } }
    }
  }
  const bytes = secret === undefined ? kept : seal(kept.toString(), secret, sealedAs)
  if (!(await storeReply(sql, claim, reply.status, bytes))) await giveUp(sql, claim)
  return reply
}

const replayed = { 'idempotent-replayed': 'true' }

const secondsOfDayLeft = (now: number) => Math.ceil((86_400_000 - (now % 86_400_000)) / 1_000)

/** Ends a claim without a reply: a request without effect may be tried again, any other may not. */
async function giveUp(sql: Sql, claim: Claim): Promise<void> {
  if (!(await releaseClaim(sql, claim))) await giveUpClaim(sql, claim)
}
