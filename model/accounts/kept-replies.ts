import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { theRow } from '../rows.ts'

/** Time that a stored reply is kept. */
const keptHours = 24
/** A claim that is not renewed for this long is treated as that of a dead process. */
export const claimSeconds = 30
const mib = 1024 * 1024
/** Larger than an image in base64 and the longest bulk reply. Larger replies are not kept. */
export const largestKeptBytes = 16 * mib
/** Large replies that an account can keep per day (UTC). */
const mostBytesPerDay = 100 * mib
/** Larger replies count towards the limit. Smaller ones are about as large as the objects that they describe. */
const largestUncounted = 4 * 1024

/** The right to perform a request. Its id distinguishes a claim from one that took it over. */
export interface Claim {
  accountId: string
  key: string
  id: string
  /** Hash of the reply to the same request, if it was too large to keep. */
  replyHash: Buffer | null
}

type Claiming =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'other-request' }
  | { kind: 'running' }
  /** It took effect, but its reply is lost. */
  | { kind: 'reply-lost' }
  /** The account may keep no more replies today. */
  | { kind: 'full' }
  | { kind: 'done'; status: number; reply: Buffer }

const stored = z.object({
  same_request: z.boolean(),
  status: z.number().nullable(),
  reply: z.instanceof(Buffer).nullable(),
  reply_lost: z.boolean(),
  is_over: z.boolean(),
})

/**
 * Claims the key for this request, or returns the state of the request that has it. The first hash of the request is stored; the
 * others are those under earlier keys.
 */
export async function claimKey(
  sql: Sql,
  accountId: string,
  key: string,
  hashes: readonly [Buffer, ...Buffer[]],
): Promise<Claiming> {
  const isSame = sql`encode(idempotency_keys.request_hash, 'hex') = any(${hashes.map((hash) => hash.toString('hex'))})`
  const claims = await sql<{ has_room: boolean; claim_id: string | null; reply_hash: Buffer | null }[]>`
    with room as (
      select coalesce(max(bytes), 0) + ${largestKeptBytes} <= ${mostBytesPerDay} as has_room
      from kept_reply_bytes
      where account_id = ${accountId} and day = ${today(sql)}
    ), claimed as (
      insert into idempotency_keys (account_id, key, request_hash, claim_id)
      select ${accountId}, ${key}, ${hashes[0]}, gen_random_uuid()
      from room
      where has_room
      on conflict (account_id, key) do update
      set request_hash = excluded.request_hash,
          claim_id = excluded.claim_id,
          status = null,
          reply = null,
          reply_hash = case when ${isSame} then idempotency_keys.reply_hash end,
          has_effect = false,
          created_at = now()
      where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
        or (idempotency_keys.status is null and not idempotency_keys.has_effect
          and idempotency_keys.created_at < now() - make_interval(secs => ${claimSeconds}))
        or (idempotency_keys.status is not null and idempotency_keys.reply is null and ${isSame})
      returning claim_id, reply_hash
    )
    select has_room, claim_id, reply_hash
    from room left join claimed on true`
  const { has_room, claim_id, reply_hash } = theRow(claims, 'the claim was not answered')
  if (claim_id !== null) return { kind: 'claimed', claim: { accountId, key, id: claim_id, replyHash: reply_hash } }
  const [row] = await sql`
    select ${isSame} as same_request, status, reply,
      status is null and has_effect and created_at < now() - make_interval(secs => ${claimSeconds}) as reply_lost,
      created_at < now() - make_interval(hours => ${keptHours}) as is_over
    from idempotency_keys
    where account_id = ${accountId} and key = ${key}`
  // Just released: its client receives the failure and may try again, and so may this one.
  if (row === undefined) return { kind: has_room ? 'running' : 'full' }
  const { same_request, status, reply, reply_lost, is_over } = stored.parse(row)
  if (is_over) return { kind: has_room ? 'running' : 'full' }
  if (!same_request) return { kind: 'other-request' }
  if (reply_lost) return { kind: 'reply-lost' }
  if (status !== null && reply !== null) return { kind: 'done', status, reply }
  return { kind: status === null || has_room ? 'running' : 'full' }
}

const today = (sql: Sql) => sql`(now() at time zone 'utc')::date`

export async function renewClaim(sql: Sql, claim: Claim): Promise<void> {
  await sql`
    update idempotency_keys
    set created_at = now()
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id}`
}

/** False if the reply is too large, or too much for the day of its account. */
export async function storeReply(sql: Sql, claim: Claim, status: number, reply: Buffer): Promise<boolean> {
  if (reply.length > largestKeptBytes) return false
  const counted =
    reply.length <= largestUncounted
      ? sql`select`
      : sql`
        insert into kept_reply_bytes (account_id, day, bytes)
        values (${claim.accountId}, ${today(sql)}, ${reply.length})
        on conflict (account_id, day) do update
        set bytes = kept_reply_bytes.bytes + excluded.bytes
        where kept_reply_bytes.bytes + excluded.bytes <= ${mostBytesPerDay}
        returning bytes`
  const rows = await sql<{ fits: boolean }[]>`
    with counted as (${counted}), kept as (
      update idempotency_keys
      set status = ${status}, reply = ${reply}
      where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id}
        and exists (select from counted)
    )
    select exists (select from counted) as fits`
  return theRow(rows, 'the reply was not counted').fits
}

/** Ends a request without effect: repeating it produces its reply again. False if it took effect. */
export async function storeReplyHash(sql: Sql, claim: Claim, status: number, replyHash: Buffer): Promise<boolean> {
  const { count } = await sql`
    update idempotency_keys
    set status = ${status}, reply_hash = ${replyHash}
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id} and not has_effect`
  return count === 1
}

/** Call in the last statement of a transaction of the request. Throws if another process has taken over the key. */
export async function noteEffect(tx: Tx, claim: Claim): Promise<void> {
  const { count } = await tx`
    update idempotency_keys
    set has_effect = true
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id} and status is null`
  if (count === 0) throw new Error('this request was considered dead, and another one took over its Idempotency-Key')
}

/** Ends the claim as if its process had died. */
export async function giveUpClaim(sql: Sql, claim: Claim): Promise<void> {
  await sql`
    update idempotency_keys
    set created_at = created_at - make_interval(secs => ${claimSeconds})
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id}`
}

/** Allows the request to be tried again. False if it took effect. */
export async function releaseClaim(sql: Sql, claim: Claim): Promise<boolean> {
  const { count } = await sql`
    delete from idempotency_keys
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id} and not has_effect`
  return count === 1
}
