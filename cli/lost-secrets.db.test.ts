import { describe, expect, it } from 'vitest'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount } from '../test/factories/account.ts'
import { createExperiment } from '../test/factories/experiments.ts'
import { createWebhook } from '../test/factories/webhooks.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

describe('waymark secrets lost', () => {
  it('lists and replaces what is encrypted with a lost key, and nothing else', async () => {
    const account = await createAccount(stores.sql)
    const [lost, plain] = [await createWebhook(stores.sql, account), await createWebhook(stores.sql, account)]
    const test = await createExperiment(stores, account, { status: 'running', conversions_enabled: true })
    const lostKey = { ENCRYPTION_KEY: 'a key that will be lost '.repeat(2) }
    const keys = new SecretKeys({ ...stores.config, ENCRYPTION_KEY: [lostKey.ENCRYPTION_KEY] })
    const sealed = keys.seal(keys.newest(), 'signing secret', lost.secret)
    const sealedTest = keys.seal(keys.newest(), 'test secret', '0'.repeat(32))
    await stores.sql`
      update webhooks
      set secret = ${sealed}, old_secret = ${sealed}, old_secret_until = now() + interval '1 hour',
        previous_secret = ${sealed}, previous_secret_until = now() + interval '1 hour'
      where id = ${lost.id}`
    await stores.sql`update ab_tests set secret = ${Buffer.from(sealedTest)} where id = ${test.id}`
    await stores.sql`delete from encryption_key`
    await stores.sql`insert into encryption_key (key_id) values (${keys.newest()})`

    const shown = await waymark(['secrets', 'lost'])
    expect([shown.status, shown.stderr]).toEqual([0, ''])
    const lines = [`Signing secret of the webhook ${lost.id}: `, `Previous signing secret of the webhook ${lost.id}: `]
    for (const line of [...lines, `Secret of the A/B test ${test.id}: `, 'cannot be decrypted: 4.']) {
      expect(shown.stdout).toContain(line)
    }
    expect(shown.stdout).not.toContain(plain.id)
    expect((await waymark(['secrets', 'rotate', '--encryption-key'])).status, 'listing changes nothing').toBe(1)

    const replaced = await waymark(['secrets', 'lost', '--replace'])
    expect([replaced.status, replaced.stdout.includes('Secrets replaced: 4.')]).toEqual([0, true])
    const own = new SecretKeys(stores.config)
    const [row] = await stores.sql<{ secret: string; old_secret: string | null; previous_secret: string | null }[]>`
      select secret, old_secret, previous_secret from webhooks where id = ${lost.id}`
    expect(own.open('signing secret', row?.secret ?? '')).toMatch(/^whsec_/)
    expect(own.open('signing secret', row?.secret ?? '')).not.toBe(lost.secret)
    expect(row).toMatchObject({ old_secret: null, previous_secret: null })
    const [stillPlain] = await stores.sql<{ secret: string }[]>`select secret from webhooks where id = ${plain.id}`
    expect(own.open('signing secret', stillPlain?.secret ?? '')).toBe(plain.secret)
    expect((await waymark(['secrets', 'lost'])).stdout).toBe('All stored secrets can be decrypted.\n')
    expect((await waymark(['secrets', 'rotate', '--encryption-key'])).status).toBe(0)
  })
})
