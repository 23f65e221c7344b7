import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readArchive } from '#core/archive/read-archive.ts'
import { mostWeightChanges } from '#schemas/archive-rows.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createExperiment } from '../../test/factories/experiments.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { ClickFiles } from '../clicks/click-files.ts'
import { archiveAccount } from './archive-account.ts'

let stores: TestStores
let account: TestAccount
let clickFiles: ClickFiles
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  clickFiles = new ClickFiles(stores.config.DATA_DIR)
})
afterAll(() => stores.close())

const archive = (gone = new AbortController().signal) => archiveAccount({ ...stores, clickFiles }, account.id, gone)

it('an archive that nobody has begun to read closes its file', async () => {
  for (let time = 0; time < 2; time += 1) (await archive()).destroy()
  const read = await eventually(archive)
  expect((await buffer(read)).length).toBeGreaterThan(0)
})

it('ends, and closes its file and cursor, when its client has disconnected', async () => {
  await stores.sql`
    insert into tags (account_id, name, color)
    select ${account.id}, 'tag ' || number, 'red'
    from generate_series(1, 600) as number`
  const gone = AbortSignal.abort()
  for (let time = 0; time < 3; time += 1) await expect(archive(gone)).rejects.toThrow('The client disconnected.')
  expect((await buffer(await archive())).length).toBeGreaterThan(0)
})

it('has the newest changes of weights of a test with more changes than an import accepts', async () => {
  const { id } = await createExperiment(stores, account, { status: 'running' })
  const logged = mostWeightChanges + 50
  await stores.sql`
    insert into ab_weight_changes (test_id, weights, changed_at)
    select ${id}, '{}', '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => number)
    from generate_series(1, ${logged}) as number`
  const kept: number[] = []
  for await (const part of readArchive(Readable.from([await buffer(await archive())]))) {
    if (part.kind !== 'ab_tests') continue
    for (const { weight_changes } of part.rows)
      kept.push(...weight_changes.map(({ changed_at }) => (Date.parse(changed_at) - Date.UTC(2026, 0, 1)) / 1_000))
  }
  expect(kept).toEqual(Array.from({ length: mostWeightChanges }, (_, index) => index + 51))
})
