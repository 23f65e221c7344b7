import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'

/** Time that a stored reply is kept. */
const keptHours = 24
/** A claim that is not renewed for this long is treated as that of a dead process. */
export const claimSeconds = 30

/** The right to perform a request. Its id distinguishes a claim from one that took it over. */
export interface Claim {
  accountId: string
  key: string
  id: string
}

type Claiming =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'other-request' }
  | { kind: 'running' }
  /** It took effect, but its reply is lost. */
  | { kind: 'reply-lost' }
  | { kind: 'done'; status: number; reply: Buffer }

const stored = z.object({
  same_request: z.boolean(),
  status: z.number().nullable(),
  reply: z.instanceof(Buffer).nullable(),
  reply_lost: z.boolean(),
})

/** Claims the key for this request, or returns the state of the request that has it. */
export async function claimKey(sql: Sql, accountId: string, key: string, requestHash: Buffer): Promise<Claiming> {
  const [claimed] = await sql<{ claim_id: string }[]>`
    insert into idempotency_keys (account_id, key, request_hash, claim_id)
    values (${accountId}, ${key}, ${requestHash}, gen_random_uuid())
    on conflict (account_id, key) do update
    set request_hash = excluded.request_hash,
        claim_id = excluded.claim_id,
        status = null,
        reply = null,
        has_effect = false,
        created_at = now()
    where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
      or (idempotency_keys.status is null and not idempotency_keys.has_effect
        and idempotency_keys.created_at < now() - make_interval(secs => ${claimSeconds}))
    returning claim_id`
  if (claimed !== undefined) return { kind: 'claimed', claim: { accountId, key, id: claimed.claim_id } }
  const [row] = await sql`
    select request_hash = ${requestHash} as same_request, status, reply,
      status is null and has_effect and created_at < now() - make_interval(secs => ${claimSeconds}) as reply_lost
    from idempotency_keys
    where account_id = ${accountId} and key = ${key}`
  // Just released: its client receives the failure and may try again, and so may this one.
  if (row === undefined) return { kind: 'running' }
  const { same_request, status, reply, reply_lost } = stored.parse(row)
  if (!same_request) return { kind: 'other-request' }
  if (reply_lost) return { kind: 'reply-lost' }
  if (status === null || reply === null) return { kind: 'running' }
  return { kind: 'done', status, reply }
}

export async function renewClaim(sql: Sql, claim: Claim): Promise<void> {
  await sql`
    update idempotency_keys
    set created_at = now()
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id}`
}

export async function storeReply(sql: Sql, claim: Claim, status: number, reply: Buffer): Promise<void> {
  await sql`
    update idempotency_keys
    set status = ${status}, reply = ${reply}
    where account_id = ${claim.accountId} and key = ${claim.key} and claim_id = ${claim.id}`
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
