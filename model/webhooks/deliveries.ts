import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ListDeliveriesQuery } from '#schemas/webhooks.ts'
import { countRows, type PageFrom } from '../rows.ts'

export interface DeliveryRow {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  attempts: number
  next_attempt_at: Date | null
  attempted_at: Date | null
  duration_ms: number | null
  response_status: number | null
  response_body: string | null
  error: string | null
  created_at: Date
  /** URL of the last attempt, or of the webhook before the first one. */
  url: string
  message: { id: string; type: string; created_at: Date; data: unknown }
  /** With microseconds, for the cursor. */
  position: string
}

const columns = (sql: Sql | Tx) => sql`
  d.id, d.status, d.attempts, d.next_attempt_at, d.attempted_at, d.duration_ms, d.response_status, d.response_body,
  d.error, d.created_at, coalesce(d.url, webhooks.url) as url, m.id as message_id, m.type as message_type, m.created_at as message_at,
  m.data as message_data, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`

type Flat = Omit<DeliveryRow, 'message'> & {
  message_id: string
  message_type: string
  message_at: Date
  message_data: unknown
}

const nest = ({ message_id, message_type, message_at, message_data, ...row }: Flat): DeliveryRow => ({
  ...row,
  message: { id: message_id, type: message_type, created_at: message_at, data: message_data },
})

/** Newest first. The caller has checked the owner of the webhook. */
export async function selectDeliveries(
  sql: Sql,
  webhookId: string,
  query: ListDeliveriesQuery,
  { cursor, limit, offset }: PageFrom,
): Promise<DeliveryRow[]> {
  const rows = await sql<Flat[]>`
    select ${columns(sql)}
    from ${source(sql)}
    where ${matches(sql, webhookId, query)}
    ${cursor ? sql`and (d.created_at, d.id) < (${cursor.created_at}::text::timestamptz, ${cursor.id})` : sql``}
    order by d.created_at desc, d.id desc
    limit ${limit}
    offset ${offset}`
  return rows.map(nest)
}

export const countDeliveries = (sql: Sql, webhookId: string, query: ListDeliveriesQuery): Promise<number> =>
  countRows(sql, sql`${source(sql)} where ${matches(sql, webhookId, query)}`)

export async function selectDelivery(tx: Tx, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await tx<Flat[]>`
    select ${columns(tx)}
    from ${source(tx)}
    where d.id = ${id} and d.webhook_id = ${webhookId}`
  return row && nest(row)
}

/** Restarts the schedule of a delivery. False if the webhook has no such delivery. */
export async function restartDelivery(tx: Tx, webhookId: string, id: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_deliveries
    set status = 'pending', tries = 0, next_attempt_at = now(), sent_by_user = true
    where id = ${id} and webhook_id = ${webhookId}`
  return count === 1
}

/** A message for one webhook only. */
export async function insertTest(tx: Tx, accountId: string, webhookId: string): Promise<string> {
  const [messageId, id] = [uuidv7(), uuidv7()]
  const data = { webhook_id: webhookId, message: 'This is a test.' }
  await tx`
    insert into webhook_messages (id, account_id, type, data)
    values (${messageId}, ${accountId}, 'webhook.test', ${tx.json(data)})`
  await tx`
    insert into webhook_deliveries (id, webhook_id, message_id, sent_by_user)
    values (${id}, ${webhookId}, ${messageId}, true)`
  return id
}

const source = (sql: Sql | Tx) => sql`
  webhook_deliveries d
  join webhook_messages m on m.id = d.message_id
  join webhooks on webhooks.id = d.webhook_id`

const matches = (sql: Sql, webhookId: string, { status, event, ids }: ListDeliveriesQuery) => sql`
  d.webhook_id = ${webhookId}
  ${status === undefined ? sql`` : sql`and d.status = ${status}`}
  ${event === undefined ? sql`` : sql`and m.type = ${event}`}
  ${ids === undefined ? sql`` : sql`and d.id = any(${ids}::uuid[])`}`
