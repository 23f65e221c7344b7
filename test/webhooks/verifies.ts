import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect } from 'vitest'
import type { Sql } from '#runtime/postgres.ts'
import type { Received, Receiver } from './receiver.ts'

/** Would a receiver with this secret take it? By what Standard Webhooks publishes for receivers. */
export function verifies({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

/** Everything that a receiver got so far is signed with a secret of a webhook that leads to it. */
export async function expectAllVerify(sql: Sql, { url, received }: Receiver): Promise<void> {
  const secrets = await sql<{ secret: string }[]>`
    select unnest(array_remove(array[secret, old_secret], null)) as secret
    from webhooks
    where starts_with(url, ${url})`
  const forged = received.filter((one) => !secrets.some(({ secret }) => verifies(one, secret)))
  expect(forged).toEqual([])
}
