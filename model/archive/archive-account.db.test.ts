import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
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
