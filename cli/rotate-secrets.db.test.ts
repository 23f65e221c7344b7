import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#runtime/postgres.ts'
import { keysFile, SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount } from '../test/factories/account.ts'
import { createWebhook } from '../test/factories/webhooks.ts'
import { eventually } from '../test/stack/eventually.ts'
import { startWaymark, stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

const command = ['secrets', 'rotate', '--encryption-key']
/** Secrets of webhooks by id. */
const secrets = new Map<string, string>()

beforeAll(async () => {
  const account = await createAccount(stores.sql)
  for (let made = 0; made < 3; made++) {
    const { id, secret } = await createWebhook(stores.sql, account)
    secrets.set(id, secret)
  }
  expect(await waymark(command)).toMatchObject({ status: 0 })
})

const keysInFile = () => readFileSync(keysFile(stores.config.DATA_DIR), 'utf8').trim().split('\n')

async function currentKey(): Promise<string> {
  const [row] = await stores.sql<{ key_id: string }[]>`select key_id from encryption_key`
  return row?.key_id ?? ''
}

/** The keys of the stored secrets. Fails if one cannot be decrypted by a process that starts now. */
async function usedKeys(): Promise<string[]> {
  const rows = await stores.sql<{ id: string; secret: string }[]>`select id, secret from webhooks`
  const keys = new SecretKeys(stores.config)
  const opened = rows.map(({ id, secret }): [string, string] => [id, keys.open('signing secret', secret)])
  expect(new Map(opened)).toEqual(secrets)
  return rows.map(({ secret }) => secret.split(':')[1] ?? '')
}

/** Kills a rotation that waits for rows which `hold` has locked. */
async function interrupt(
  hold: (tx: Tx) => PromiseLike<unknown>,
  hasComeFar: () => Promise<void> | void,
): Promise<void> {
  await stores.sql.begin(async (tx) => {
    await hold(tx)
    const run = startWaymark(command)
    const ended = once(run, 'exit')
    try {
      await eventually(hasComeFar)
    } finally {
      run.kill('SIGKILL')
      await ended
    }
  })
  await eventually(async () => {
    const connections = await stores.sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'waymark cli'`
    expect(connections).toHaveLength(0)
  })
}

describe('waymark secrets rotate', () => {
  it('loses no key if two runs in a row are killed, and the next run removes those that nothing needs', async () => {
    const first = await currentKey()
    const before = keysInFile().length
    await interrupt(
      (tx) => tx`select from encryption_key for share`,
      () => expect(keysInFile()).toHaveLength(before + 1),
    )
    expect(await currentKey()).toBe(first)
    await interrupt(
      (tx) => tx`select from webhooks for update`,
      async () => expect(await currentKey()).not.toBe(first),
    )
    const second = await currentKey()
    expect((await usedKeys()).filter((key) => key === first).length).toBeGreaterThanOrEqual(2)

    expect(await waymark(command)).toMatchObject({ status: 0 })
    expect(new Set(await usedKeys())).toEqual(new Set([await currentKey()]))
    const keys = new SecretKeys(stores.config)
    expect([keysInFile().length, keys.newest(), keys.has(second)]).toEqual([2, await currentKey(), true])
  })

  it('runs once at a time', async () => {
    const runs = await Promise.all([waymark(command), waymark(command), waymark(command)])
    const failed = runs.filter(({ status }) => status !== 0)
    expect(failed.length).toBeLessThan(runs.length)
    for (const { stderr } of failed) expect(stderr).toContain('Another rotation is running.')
    expect(new Set(await usedKeys())).toEqual(new Set([await currentKey()]))
    expect(keysInFile()).toHaveLength(2)
  })
})
