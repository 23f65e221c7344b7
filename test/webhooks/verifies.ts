import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect } from 'vitest'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { TestStores } from '../stack/stores.ts'
import type { Received, Receiver } from './receiver.ts'

/** Whether a receiver with this secret accepts the request, according to the Standard Webhooks library. */
export function verifies({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

type Verifying = Pick<TestStores, 'sql' | 'config'>

/** Checks that everything a receiver got is signed with a secret of a webhook with its URL. */
export async function expectAllVerify({ sql, config }: Verifying, { url, received }: Receiver): Promise<void> {
  const keys = new SecretKeys(config)
  const secrets = await sql<{ secret: string }[]>`
    select unnest(array_remove(array[secret, previous_secret, old_secret], null)) as secret
    from webhooks
    where starts_with(url, ${url})`
  const opened = secrets.map(({ secret }) => keys.open('signing secret', secret))
  const forged = received.filter((one) => !opened.some((secret) => verifies(one, secret)))
  expect(forged).toEqual([])
}
