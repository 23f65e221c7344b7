import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { clickId } from '#schemas/clicks.ts'
import { newBatchId } from '../../../test/factories/click-batch.ts'
import { plainClick, storeClicks } from '../../../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../../../test/stack/stores.ts'
import { findStored } from './find-stored.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const [own, archives] = [newBatchId(), newBatchId()]
const click = {
  account_id: uuidv7(),
  link_id: uuidv7(),
  click_id: clickId(own, 1),
  at: '2026-03-01T12:00:00Z',
}
const find = async (batch_id: string, special: Partial<typeof click> = {}) => [
  ...(await findStored(stores.ch, [plainClick({ ...click, ...special })], {
    batch_id,
    signal: AbortSignal.timeout(30_000),
  })),
]

it('finds a click by its batch, and one of an archive by its link', async () => {
  await storeClicks(stores.ch, [click])
  expect(await find(own)).toEqual([click.click_id])
  expect(await find(archives), 'a repeated import').toEqual([click.click_id])
  expect(await find(archives, { link_id: uuidv7() }), 'the same click of a deleted link').toEqual([])
  expect(await find(archives, { account_id: uuidv7() })).toEqual([])
})
