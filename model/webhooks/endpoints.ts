import type { Sql, Tx } from '#runtime/postgres.ts'

/** What an endpoint's attempts say of it. */
export interface EndpointHealth {
  failuresInARow: number
  failingSince: Date | null
  /** The longest time that the receiver has asked for in this turn. */
  retryAfterMs: number
  disabledReason: 'gone' | 'failing' | null
}

export interface EndpointRow {
  id: string
  account_id: string
  url: string
  secret: string
  /** Still good. */
  old_secret: string | null
  failures_in_a_row: number
  failing_since: Date | null
}

/** Endpoints looked for in one run; those that are left are found by the next. */
const mostEndpoints = 1_000

/** Those that may be sent something and have something to be sent. */
export async function findDue(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id
    from webhooks
    where is_active and (paused_until is null or paused_until <= now()) and (
      exists (select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at <= now())
      or exists (select from webhook_batches where webhook_id = webhooks.id and next_attempt_at <= now()))
    limit ${mostEndpoints}`
  return rows.map(({ id }) => id)
}

/** undefined: it may be sent nothing now. */
export async function readEndpoint(sql: Sql, id: string): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select id, account_id, url, secret, case when old_secret_until > now() then old_secret end as old_secret,
      failures_in_a_row, failing_since
    from webhooks
    where id = ${id} and is_active and (paused_until is null or paused_until <= now())`
  return row
}

/**
 * Comes before its deliveries, as for whoever deletes it: so neither waits for the other in a circle. False: it is deleted,
 * and they are too.
 */
export async function lockEndpoint(tx: Tx, { id }: Pick<EndpointRow, 'id'>): Promise<boolean> {
  const { count } = await tx`
    select from webhooks
    where id = ${id}
    for no key update`
  return count === 1
}

/**
 * The pause is counted from now, by the clock of Postgres. Of an address that its owner has changed meanwhile nothing is
 * written: the new one has done nothing yet.
 */
export async function writeHealth(
  tx: Tx,
  { id, url }: Pick<EndpointRow, 'id' | 'url'>,
  health: EndpointHealth,
  pauseMs: number,
): Promise<void> {
  const { failuresInARow, failingSince, disabledReason } = health
  await tx`
    update webhooks
    set failures_in_a_row = ${failuresInARow}, failing_since = ${failingSince},
      paused_until = case when ${pauseMs}::float8 > 0 then now() + ${pauseMs}::float8 * interval '1 millisecond' end,
      is_active = is_active and ${disabledReason === null}::bool,
      disabled_reason = coalesce(${disabledReason}::text, disabled_reason)
    where id = ${id} and url = ${url} and is_active`
}
