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
  const found = await tx<(Listener & { former_tags: string[] })[]>`
    ${listening(tx, accountIds, types)} for key share of webhooks`
  return found.map(({ former_tags, ...listener }) => ({
    ...listener,
    filters: withTags(listener.filters, former_tags),
  }))
}

const withTags = (filters: WebhookFilters, more: readonly string[]): WebhookFilters =>
  filters.tags === null ? filters : { ...filters, tags: [...filters.tags, ...more] }

/**
 * The statement that finds them, without the locks. A filter by a tag also matches its former names: while the tag is being
 * renamed, objects still have them.
 */
export const listening = (sql: Sql | Tx, accountIds: readonly string[], types: readonly EventType[]) => sql`
  select webhooks.id, webhooks.account_id, webhooks.events, webhooks.filters, webhooks.include_bots,
    array(
      select unnest(tags.former_names)
      from jsonb_path_query(webhooks.filters, '$.tags[*]') as tag
      join tags on tags.account_id = webhooks.account_id and lower(tags.name) = lower(tag #>> '{}')
    ) as former_tags
  from webhooks
  join accounts on accounts.id = webhooks.account_id
  where webhooks.account_id = any(${[...accountIds]}::uuid[]) and webhooks.is_active
  and webhooks.events && ${[...types]}::text[] and accounts.plan = any(${plansWithWebhooks}::text[])`
