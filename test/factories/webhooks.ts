import { mintSecret } from '#model/webhooks/mint-secret.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { eventTypes } from '#schemas/events.ts'
import { type WebhookFilters, webhookFilters } from '#schemas/webhooks.ts'
import type { TestAccount } from './account.ts'

/** Every change is recorded, so this event would follow each of the others. */
const usualEvents = eventTypes.filter((type) => type !== 'audit.recorded')

interface Special {
  url?: string
  events?: readonly string[]
  filters?: Partial<WebhookFilters>
  include_bots?: boolean
}

/** An active webhook for all events, except for the given fields. */
export async function createWebhook(
  sql: Sql,
  account: TestAccount,
  special: Special = {},
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [uuidv7(), mintSecret()]
  const { url = 'https://receiver.invalid/hook', events = usualEvents, filters = {}, include_bots = false } = special
  await sql`
    insert into webhooks (id, account_id, url, events, filters, include_bots, is_active, secret)
    values (${id}, ${account.id}, ${url}, ${[...events]}, ${sql.json({ ...webhookFilters.parse({}), ...filters })},
      ${include_bots}, true, ${secret})`
  return { id, secret }
}

/** A successful delivery. */
export async function createDelivery(
  sql: Sql,
  account: TestAccount,
  webhookId: string,
  id = uuidv7(),
): Promise<string> {
  const messageId = uuidv7()
  await sql`
    insert into webhook_messages (id, account_id, type, data)
    values (${messageId}, ${account.id}, 'webhook.test', ${sql.json({ webhook_id: webhookId, message: 'only a test' })})`
  await sql`
    insert into webhook_deliveries (id, webhook_id, message_id, status, next_attempt_at, attempts)
    values (${id}, ${webhookId}, ${messageId}, 'succeeded', null, 1)`
  return id
}

/** An account that records its events in webhook_messages. */
export async function hearing(sql: Sql, account: TestAccount): Promise<TestAccount> {
  await createWebhook(sql, account, { events: eventTypes.filter((type) => !/clicked|scanned|audit/.test(type)) })
  return account
}
