import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#runtime/log.ts'
import { migrateStores } from '#runtime/migrate.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { findPgbouncer, startPgbouncer } from '../stack/pgbouncer.ts'
import { checkSet, flawless } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { createLink, createLinks, removeLink, updateLink } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const version = await findPgbouncer()
if (version === undefined) console.warn('PgBouncer is not installed: its tests are skipped')

describe.skipIf(version === undefined)(`behind PgBouncer ${version?.join('.')} in transaction mode`, () => {
  let stack: FaultStack
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let pooled: StoreUrls
  beforeAll(async () => {
    stack = await startStack({
      async reroute(urls) {
        pooler = await startPgbouncer(urls.database_url)
        pooled = { ...urls, database_url: pooler.url }
        return pooled
      },
    })
  })
  afterAll(async () => {
    await stack.close()
    await pooler.stop()
  })

  it('migrations run several times, one after another and at once, and leave no lock', async () => {
    const migrate = () => migrateStores(pooled, createLog('guarantees', { LOG_LEVEL: 'warn', LOG_PRETTY: true }))
    for (let run = 0; run < 4; run++) await migrate()
    await Promise.all([migrate(), migrate()])
    expect(await stack.sql`select from pg_locks where locktype = 'advisory' and objid = 7201301`).toEqual([])
  })

  it('links are created, changed and deleted, and an answered click is stored exactly once', async () => {
    const clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
    clicker.start()
    const end = performance.now() + faultSeconds * 1_000
    let changed = 0
    while (performance.now() < end) {
      const link = await createLink(stack)
      await updateLink(stack, link, { url: `https://example.com/${changed}` })
      await removeLink(stack, link)
      changed += 1
    }
    await clicker.stop()
    expect(changed).toBeGreaterThan(0)
    expect(await checkSet(stack, clicker)).toMatchObject(flawless)
  })
})
