import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, Fragment } from './ch-tag.ts'
import { migrateClickhouse, readMigrations, splitStatements } from './migrate.ts'
import { renderForCluster } from './render-for-cluster.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const target = { cluster: 'main', database: 'waymark' }
const rendered = readMigrations('clickhouse').flatMap(({ name, sql }) =>
  splitStatements(sql)
    .flatMap((statement) => renderForCluster(statement, target))
    .map((statement, index): [string, string] => [`${name} ${index + 1}`, statement]),
)

/** The start of a statement in the format of the engine. */
const kinds = /^(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) waymark\.\w+(?: ON CLUSTER main)?\b/

it.each(rendered)('ClickHouse can read %s', async (_name, statement) => {
  const formatted = ch`select formatQuery(${new Fragment([`'${statement.replace(/[\\']/g, '\\$&')}'`], [])}) as text`
  const [row] = await stores.ch.query(formatted, z.object({ text: z.string() }))
  expect(row?.text).toMatch(kinds)
  expect(row?.text.includes('ON CLUSTER main')).toBe(!statement.startsWith('alter table `waymark`.`link_facts`'))
})

it('a server without the cluster refuses to migrate', async () => {
  const lost = { ...stores.ch, cluster: 'nowhere' }
  await expect(migrateClickhouse(lost, stores.log)).rejects.toThrow('no cluster "nowhere" in its remote_servers')
})
