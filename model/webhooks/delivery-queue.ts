import type { EventMessage } from '#core/webhooks/write-event.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'

/** The result of one attempt. Without an error it is a success. */
export interface Attempted {
  attemptedAt: Date
  durationMs: number
  status: number | null
  body: string | null
  error: string | null
  /** Delay before the next attempt that the receiver requests. */
  retryAfterMs: number
}

export interface TakenDelivery {
  id: string
  /** End of the lease, to the microsecond. A delivery with another one was taken or sent again since. */
  lease: string
  /** Attempts of the current schedule so far. */
  tries: number
  message: EventMessage
}

export interface TakenBatch {
  id: string
  next_index: number
  messages: EventMessage[]
}

interface Taking {
  most: number
  leaseMs: number
  /**
   * Takes the oldest of the due ones, after those that a user sends. Otherwise those that have been due longest, which
   * an index finds sooner.
   */
  oldestFirst: boolean
}

/** Takes due deliveries, which are exclusive until the lease ends. */
export async function takeDeliveries(
  sql: Sql,
  webhookId: string,
  { most, leaseMs, oldestFirst }: Taking,
): Promise<TakenDelivery[]> {
  const isDue = sql`webhook_id = ${webhookId} and next_attempt_at <= now()`
  if (!oldestFirst) return await take(sql, leaseMs, sql`where ${isDue} order by next_attempt_at limit ${most}`)
  const sent = await take(sql, leaseMs, sql`where ${isDue} and sent_by_user order by created_at, id limit ${most}`)
  return sent.length > 0 ? sent : await take(sql, leaseMs, sql`where ${isDue} order by created_at, id limit ${most}`)
}

async function take(sql: Sql, leaseMs: number, which: Part): Promise<TakenDelivery[]> {
  const rows = await sql<(EventMessage & { delivery_id: string; lease: string; tries: number })[]>`
    with due as materialized (
      select id
      from webhook_deliveries
      ${which}
      for update skip locked
    )
    update webhook_deliveries d
    set next_attempt_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    from due, webhook_messages m
    where d.id = due.id and m.id = d.message_id
    returning d.id as delivery_id, d.next_attempt_at::text as lease, d.tries, m.id, m.type, m.created_at, m.data`
  return rows.map(({ delivery_id, lease, tries, ...message }) => ({ id: delivery_id, lease, tries, message }))
}

/** The oldest batch of clicks that is not completely sent. */
export async function takeBatch(sql: Sql, webhookId: string, leaseMs: number): Promise<TakenBatch | undefined> {
  const [row] = await sql<{ id: string; next_index: number; messages: (EventMessage & { created_at: string })[] }[]>`
    with due as (
      select id
      from webhook_batches
      where webhook_id = ${webhookId} and next_attempt_at <= now()
      order by next_attempt_at
      limit 1
      for update skip locked
    )
    update webhook_batches b
    set next_attempt_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    from due
    where b.id = due.id
    returning b.id, b.next_index, b.messages`
  if (row === undefined) return undefined
  const messages = row.messages.map((message) => ({ ...message, created_at: new Date(message.created_at) }))
  return { ...row, messages }
}

/** A delivery that was taken, and the delay until its next attempt; null if it has ended. */
export interface Settled extends Pick<TakenDelivery, 'id' | 'lease'> {
  attempted: Attempted
  waitMs: number | null
}

const columnsOf = (settled: readonly Settled[]) => ({
  ids: settled.map(({ id }) => id),
  leases: settled.map(({ lease }) => lease),
  waits: settled.map(({ waitMs }) => waitMs),
  errors: settled.map(({ attempted }) => attempted.error),
  times: settled.map(({ attempted }) => attempted.attemptedAt.getTime()),
  durations: settled.map(({ attempted }) => attempted.durationMs),
  statuses: settled.map(({ attempted }) => attempted.status),
  bodies: settled.map(({ attempted }) => attempted.body),
})

/**
 * Records attempts at a URL. Does not change a delivery that another worker has already ended. A failure does not change
 * the schedule of a delivery that a user has sent again since, or another worker has taken.
 */
export async function settleDeliveries(tx: Tx, url: string, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const { ids, leases, waits, errors, times, durations, statuses, bodies } = columnsOf(settled)
  const keepsSchedule = tx`r.error is not null and d.next_attempt_at <> r.lease::timestamptz`
  await tx`
    update webhook_deliveries d
    set status = case when ${keepsSchedule} then d.status when r.error is null then 'succeeded' when r.wait_ms is null then 'failed'
        else 'pending' end,
      next_attempt_at = case when ${keepsSchedule} then d.next_attempt_at else now() + r.wait_ms * interval '1 millisecond' end,
      tries = case when ${keepsSchedule} then d.tries else d.tries + 1 end,
      sent_by_user = d.sent_by_user and ${keepsSchedule},
      attempts = d.attempts + 1, attempted_at = to_timestamp(r.attempted_ms / 1000.0), duration_ms = r.duration_ms,
      response_status = r.response_status, response_body = r.response_body, error = r.error, url = ${url}
    from unnest(${ids}::uuid[], ${leases}::text[], ${waits}::float8[], ${errors}::text[], ${times}::float8[], ${durations}::int[],
      ${statuses}::smallint[], ${bodies}::text[])
      as r (id, lease, wait_ms, error, attempted_ms, duration_ms, response_status, response_body)
    where d.id = r.id and d.status = 'pending'`
}

/** Makes deliveries that were taken but not tried due again. */
export async function releaseDeliveries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update webhook_deliveries
    set next_attempt_at = now()
    where id = any(${[...ids]}::uuid[]) and status = 'pending'`
}

/** Records that all messages before this one are sent. The batch is deleted after the last one. */
export async function noteProgress(tx: Tx, batch: TakenBatch, nextIndex: number, leaseMs: number): Promise<void> {
  if (nextIndex >= batch.messages.length) {
    await tx`delete from webhook_batches where id = ${batch.id}`
    return
  }
  await tx`
    update webhook_batches
    set next_index = greatest(next_index, ${nextIndex}),
      next_attempt_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where id = ${batch.id}`
}

/** Makes the rest of the batch due again. */
export async function releaseBatch(sql: Sql, id: string): Promise<void> {
  await sql`
    update webhook_batches
    set next_attempt_at = now()
    where id = ${id}`
}

/** A failed click gets its own row. Several webhooks may receive it. */
export async function insertFailures(
  tx: Tx,
  { id: webhookId, account_id, url }: { id: string; account_id: string; url: string },
  failures: readonly { message: EventMessage; attempted: Attempted; waitMs: number | null }[],
): Promise<void> {
  if (failures.length === 0) return
  const messages = failures.map(({ message: { id, type, created_at, data } }) => ({
    id,
    account_id,
    type,
    created_at,
    data: tx.json(data as Parameters<Tx['json']>[0]),
  }))
  await tx`insert into webhook_messages ${tx(messages)} on conflict (id) do nothing`
  const rows = failures.map(({ message }) => ({ id: uuidv7(), webhook_id: webhookId, message_id: message.id }))
  const inserted = await tx<{ id: string; message_id: string; lease: string }[]>`
    insert into webhook_deliveries ${tx(rows)}
    on conflict (message_id, webhook_id) do nothing
    returning id, message_id, next_attempt_at::text as lease`
  const held = new Map(inserted.map(({ message_id, ...delivery }) => [message_id, delivery]))
  await settleDeliveries(
    tx,
    url,
    failures.flatMap(({ message, attempted, waitMs }) => {
      const delivery = held.get(message.id)
      return delivery === undefined ? [] : [{ ...delivery, attempted, waitMs }]
    }),
  )
}
