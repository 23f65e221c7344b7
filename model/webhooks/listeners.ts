import type { Sql, Tx } from '#runtime/postgres.ts'
import { type PlanName, plans } from '#schemas/accounts.ts'
import type { EventType } from '#schemas/events.ts'
import type { WebhookFilters } from '#schemas/webhooks.ts'

/** A webhook that subscribes to at least one of the given events. */
export interface Listener {
  id: string
  account_id: string
  events: string[]
  filters: WebhookFilters
  include_bots: boolean
}

const plansWithWebhooks = (Object.keys(plans) as PlanName[]).filter((name) =>
  plans[name].features.some((feature) => feature === 'webhooks'),
)

/**
 * The webhooks that subscribe to these events, regardless of filters. They are locked until the transaction ends. Waits for
 * one that is being deleted, and leaves it out.
 */
export async function findListeners(
  tx: Tx,
  accountIds: readonly string[],
  types: readonly EventType[],
): Promise<Listener[]> {
  return await tx<Listener[]>`${listening(tx, accountIds, types)} for key share of webhooks`
}

/** The statement that finds them, without the locks. */
export const listening = (sql: Sql | Tx, accountIds: readonly string[], types: readonly EventType[]) => sql`
  select webhooks.id, webhooks.account_id, webhooks.events, webhooks.filters, webhooks.include_bots
  from webhooks
  join accounts on accounts.id = webhooks.account_id
  where webhooks.account_id = any(${[...accountIds]}::uuid[]) and webhooks.is_active
  and webhooks.events && ${[...types]}::text[] and accounts.plan = any(${plansWithWebhooks}::text[])`
