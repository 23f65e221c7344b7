import { toleratedFailures } from '#core/webhooks/schedule.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { CreateWebhookBody, Webhook } from '#schemas/webhooks.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { countRows, type Page, theRow } from '../rows.ts'

/** Webhooks per account. */
export const mostWebhooks = 50

/** Columns of a webhook that the owner sets. */
type WebhookSettings = Omit<CreateWebhookBody, 'delivery_mode'>

const columns = (sql: Sql | Tx) => sql`
  id, name, url, events, filters, include_bots, 'single' as delivery_mode, is_active, disabled_reason, failing_since,
  case when paused_until > now() then paused_until end as paused_until, ${lastDelivery(sql)}, created_at, updated_at`

const lastDelivery = (sql: Sql | Tx) => sql`
  (
    select jsonb_build_object(
      'id', d.id, 'event', m.type, 'status', d.status, 'response_status', d.response_status,
      'created_at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from webhook_deliveries d
    join webhook_messages m on m.id = d.message_id
    where d.webhook_id = webhooks.id
    order by d.created_at desc, d.id desc
    limit 1
  ) as last_delivery`

interface NewWebhook extends WebhookSettings {
  account_id: string
  /** Encrypted. */
  secret: string
}

/** now() would be the time before the wait for the lock of the account, and concurrent webhooks out of order. */
export async function insertWebhook(tx: Tx, input: NewWebhook): Promise<Webhook> {
  const { account_id, name = null, url, events, filters, include_bots, is_active, secret } = input
  const rows = await tx<Webhook[]>`
    insert into webhooks (id, account_id, name, url, events, filters, include_bots, is_active, secret, created_at)
    values (${uuidv7()}, ${account_id}, ${name}, ${url}, ${events}, ${tx.json({ ...filters })}, ${include_bots},
      ${is_active}, ${secret}, clock_timestamp())
    returning ${columns(tx)}`
  return theRow(rows, 'the new webhook was not returned')
}

/** Counts the webhooks of an account under its lock, so that concurrent requests cannot exceed the limit. */
export async function countUnderLock(tx: Tx, accountId: string): Promise<number> {
  await lockAccount(tx, accountId)
  return await countWebhooks(tx, accountId)
}

export const countWebhooks = (sql: Sql | Tx, accountId: string): Promise<number> =>
  countRows(sql, sql`webhooks where account_id = ${accountId}`)

export async function selectWebhook(sql: Sql | Tx, accountId: string, id: string): Promise<Webhook | undefined> {
  const [row] = await sql<Webhook[]>`
    select ${columns(sql)}
    from webhooks
    where id = ${id} and account_id = ${accountId}`
  return row
}

/** Locked until the transaction ends. Waits for one that is being deleted, which is then not found. */
export async function holdWebhook(tx: Tx, accountId: string, id: string): Promise<Webhook | undefined> {
  const [row] = await tx<Webhook[]>`
    select ${columns(tx)}
    from webhooks
    where id = ${id} and account_id = ${accountId}
    for key share of webhooks`
  return row
}

/** Newest first. */
export async function selectWebhooks(sql: Sql, accountId: string, { limit, offset }: Page): Promise<Webhook[]> {
  return await sql<Webhook[]>`
    select ${columns(sql)}
    from webhooks
    where account_id = ${accountId}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

/** Resets the health of the endpoint if its URL changes, or it is turned on or off. */
export async function writeWebhook(
  tx: Tx,
  accountId: string,
  id: string,
  { filters, ...settings }: Partial<WebhookSettings>,
): Promise<Webhook | undefined> {
  const changes = {
    ...settings,
    ...(filters !== undefined && { filters: tx.json({ ...filters }) }),
  }
  const { is_active = tx`is_active`, url = tx`url` } = settings
  const isSame = tx`url = ${url} and is_active = ${is_active}`
  const [row] = await tx<Webhook[]>`
    update webhooks
    set ${tx({ ...changes, updated_at: new Date() })},
      has_succeeded = has_succeeded and url = ${url},
      disabled_reason = case when ${isSame} then disabled_reason end,
      failures_in_a_row = case when ${isSame} then failures_in_a_row else 0 end,
      failing_since = case when ${isSame} then failing_since end,
      paused_until = case when ${isSame} then paused_until end
    where id = ${id} and account_id = ${accountId}
    returning ${columns(tx)}`
  return row
}

/** False if the account has no such webhook. */
export async function removeWebhook(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from webhooks where id = ${id} and account_id = ${accountId}`
  return count === 1
}

/** `until` is the end of the secret before the new one, and `blockedUntil` that of the oldest one, which prevents a rotation. */
type Rotation = { until: Date } | { blockedUntil: Date }

/**
 * Keeps two earlier secrets, because the response to a rotation may be lost: the receiver then has an older one. While both
 * are valid, a rotation would end one that receivers may still have. undefined if the account has no such webhook.
 */
export async function writeSecret(
  tx: Tx,
  accountId: string,
  id: string,
  { secret, oldHours }: { secret: string; oldHours: number },
): Promise<Rotation | undefined> {
  const [before] = await tx<{ blocked_until: Date | null }[]>`
    select case when old_secret_until > now() and previous_secret_until > now()
      then least(old_secret_until, previous_secret_until) end as blocked_until
    from webhooks
    where id = ${id} and account_id = ${accountId}
    for no key update`
  if (before === undefined) return undefined
  if (before.blocked_until !== null) return { blockedUntil: before.blocked_until }
  const until = tx`now() + make_interval(hours => ${oldHours})`
  const hasOld = tx`old_secret_until > now()`
  const hasPrevious = tx`previous_secret_until > now()`
  const hasEarlier = tx`greatest(old_secret_until, previous_secret_until) > now()`
  const rows = await tx<{ until: Date }[]>`
    update webhooks
    set
      old_secret = case when ${hasPrevious} then previous_secret when ${hasOld} then old_secret else secret end,
      old_secret_until = case when ${hasPrevious} then previous_secret_until when ${hasOld} then old_secret_until
        else ${until} end,
      previous_secret = case when ${hasEarlier} then secret end,
      previous_secret_until = case when ${hasEarlier} then ${until} end,
      secret = ${secret}, updated_at = now()
    where id = ${id}
    returning coalesce(previous_secret_until, old_secret_until) as until`
  return theRow(rows, `webhook ${id} vanished under its lock`)
}

/**
 * Ends a pause for a request of a user, who may have repaired the endpoint. It then counts as failing, so that one request
 * tests it before all others. Waits for a worker that is recording attempts, and ends the pause that it sets.
 */
export async function endPause(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx`
    update webhooks
    set paused_until = null,
      failures_in_a_row = case when paused_until > now() then greatest(failures_in_a_row, ${toleratedFailures})
        else failures_in_a_row end
    where id = ${id} and account_id = ${accountId}`
}
