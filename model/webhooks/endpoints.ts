import { toleratedFailures } from '#core/webhooks/schedule.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { hasRows, idsOf } from '../rows.ts'

/** The health of an endpoint after its attempts. */
export interface EndpointHealth {
  failuresInARow: number
  /** Whether its URL has ever accepted an event. */
  hasSucceeded: boolean
  failingSince: Date | null
  /** The longest delay that the receiver has requested in this turn. */
  retryAfterMs: number
  disabledReason: 'gone' | 'failing' | null
}

export interface EndpointRow {
  id: string
  account_id: string
  url: string
  /** Signing secrets that are valid, newest first. */
  secrets: string[]
  failures_in_a_row: number
  has_succeeded: boolean
  failing_since: Date | null
}

/** Endpoints per run; the rest waits for the next run. */
const mostEndpoints = 1_000

const hasDueDeliveries = (sql: Sql | Tx) => sql`
  is_active and (paused_until is null or paused_until <= now()) and (
    exists (select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at <= now())
    or exists (select from webhook_batches where webhook_id = webhooks.id and next_attempt_at <= now()))`
export const deliveriesAreDue = (sql: Sql) => sql`exists (select from webhooks where ${hasDueDeliveries(sql)})`

/** Active endpoints with due deliveries. */
export async function findDue(tx: Tx): Promise<string[]> {
  return await idsOf(tx`select id from webhooks where ${hasDueDeliveries(tx)} limit ${mostEndpoints}`)
}

/** undefined if nothing can be sent to it now. */
export async function readEndpoint(
  sql: Sql,
  secretKeys: Pick<SecretKeys, 'open'>,
  id: string,
): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select id, account_id, url, failures_in_a_row, has_succeeded, failing_since,
      array_remove(array[
        secret,
        case when previous_secret_until > now() then previous_secret end,
        case when old_secret_until > now() then old_secret end
      ], null) as secrets
    from webhooks
    where id = ${id} and is_active and (paused_until is null or paused_until <= now())`
  if (row === undefined) return undefined
  return { ...row, secrets: row.secrets.map((stored) => secretKeys.open('signing secret', stored)) }
}

/** Whether it is still active and has this URL. Its owner may change it while its deliveries are sent. */
export const isCurrent = (sql: Sql, { id, url }: Pick<EndpointRow, 'id' | 'url'>): Promise<boolean> =>
  hasRows(sql, sql`webhooks where id = ${id} and url = ${url} and is_active`)

interface LockedEndpoint {
  url: string
  is_active: boolean
}

/**
 * Locked before its deliveries, as in a deletion, which prevents deadlocks. undefined if it is deleted with its deliveries.
 */
export async function lockEndpoint(tx: Tx, { id }: Pick<EndpointRow, 'id'>): Promise<LockedEndpoint | undefined> {
  const [locked] = await tx<LockedEndpoint[]>`
    select url, is_active
    from webhooks
    where id = ${id}
    for no key update`
  return locked
}

/**
 * The pause starts now by the clock of Postgres. If a user has sent a delivery in the meantime, that delivery tests the endpoint
 * instead, as after the end of a pause. Nothing is written if the owner has changed the URL in the meantime, because the new one
 * has no attempts yet.
 */
export async function writeHealth(
  tx: Tx,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  health: EndpointHealth,
  pauseMs: number,
): Promise<void> {
  const { failuresInARow, hasSucceeded, failingSince, disabledReason } = health
  // The delivery may be due since the wait for the lock, which is after now().
  const isTested = tx`exists (
    select from webhook_deliveries
    where webhook_id = webhooks.id and sent_by_user and next_attempt_at <= clock_timestamp())`
  const isPaused = tx`${pauseMs}::float8 > 0`
  await tx`
    update webhooks
    set failures_in_a_row = case when ${isPaused} and ${isTested} then greatest(${failuresInARow}::int, ${toleratedFailures}::int)
        else ${failuresInARow}::int end,
      has_succeeded = ${hasSucceeded}, failing_since = ${failingSince},
      paused_until = case when ${isPaused} and not ${isTested} then now() + ${pauseMs}::float8 * interval '1 millisecond' end,
      is_active = is_active and ${disabledReason === null}::bool,
      disabled_reason = coalesce(${disabledReason}::text, disabled_reason)
    where id = ${id} and url = ${url} and is_active`
}
