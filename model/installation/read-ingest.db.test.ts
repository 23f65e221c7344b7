import { expect, it, onTestFinished } from 'vitest'
import { newBatchId } from '../../test/factories/click-batch.ts'
import { openTestStores } from '../../test/stack/stores.ts'
import { readIngest } from './read-ingest.ts'

it('finds a batch that is not stored behind those that several workers have stored since', async () => {
  const stores = await openTestStores()
  onTestFinished(() => stores.close())
  const now = Date.now()
  const add = (count: number, age: string, isStored: boolean) => stores.sql`
    insert into click_batches (batch_id, rows, claimed_at, stored_at)
    select id, 1, now() - ${age}::interval, case when ${isStored} then now() end
    from unnest(${Array.from({ length: count }, () => newBatchId(now))}::uuid[]) as id`
  await add(1, '1 minute', false)
  await add(1_000, '1 second', true)
  expect(await readIngest(stores.sql, now)).toMatchObject({ unfinished: 1, last_stored_at: expect.any(String) })
})
