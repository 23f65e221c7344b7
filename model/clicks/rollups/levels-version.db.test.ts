import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ch } from '#runtime/ch-tag.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { buildRollups, openAllDays, settleDays } from '../../../test/factories/rollups.ts'
import { openTestStores, type TestStores } from '../../../test/stack/stores.ts'
import { buildDays } from './build-days.ts'
import { keepRollups, restartRollups } from './keep-rollups.ts'
import { levelsVersion } from './levels-version.ts'
import { agree, randomRows, rolledDays, store } from './rollups.fixture.ts'

let stores: TestStores
let account_id: string

beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  account_id = uuidv7()
  await stores.sql`truncate click_rollups, discarded_builds`
  await stores.sql`update click_rollup_progress set checked_before = '1970-01-01'`
  await setVersion(levelsVersion)
  await stores.ch.command(ch`truncate table clicks`)
  await store(stores, randomRows(account_id, 1, 13))
})

const setVersion = (version: number) => stores.sql`update click_rollup_progress set levels_version = ${version}`
const both = () => ({ sql: stores.sql, clickhouse: stores.ch })

describe('in an upgrade that changes the lists of reports', () => {
  it('days of the earlier version are built again, and reports read the clicks meanwhile', async () => {
    await buildRollups(stores, 1)
    const days = await rolledDays(stores, account_id)
    expect(days.length).toBeGreaterThan(0)
    await setVersion(levelsVersion - 1)
    expect(await rolledDays(stores, account_id)).toEqual([])
    expect(await buildDays(both())).toBe(false)
    const before = await stores.sql`select distinct build from click_rollups`
    await keepRollups(both(), 1)
    await buildRollups(stores, 1)
    expect(await rolledDays(stores, account_id)).toEqual(days)
    const after = await stores.sql`select distinct build from click_rollups`
    expect(after.filter(({ build }) => before.some((old) => old['build'] === build))).toEqual([])
    expect(await agree(stores, account_id, 3)).toBeGreaterThan(0)
  })

  it('workers of the earlier version build nothing until they are told to build all days', async () => {
    await openAllDays(stores, 1)
    await settleDays(stores.sql)
    await setVersion(levelsVersion + 1)
    await keepRollups(both(), 1)
    expect(await stores.sql`select from click_rollups where build is not null`).toHaveLength(0)
    await restartRollups(stores.sql)
    await buildRollups(stores, 1)
    expect((await rolledDays(stores, account_id)).length).toBeGreaterThan(0)
  })

  it('a build that began before it is not published', async () => {
    await openAllDays(stores, 1)
    await settleDays(stores.sql)
    const interrupted: ClickHouse = {
      ...stores.ch,
      async longCommand(statement) {
        await stores.ch.longCommand(statement)
        await setVersion(levelsVersion + 1)
      },
    }
    await expect(buildDays({ sql: stores.sql, clickhouse: interrupted })).rejects.toThrow('another version of Waymark')
    expect(await stores.sql`select from click_rollups where build is not null`).toHaveLength(0)
    // Its rows are deleted like those of other builds that are not published.
    expect(await stores.sql`select from discarded_builds`).toHaveLength(1)
  })
})
