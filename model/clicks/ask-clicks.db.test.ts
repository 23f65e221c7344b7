import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, int, text } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { askClicks } from './ask-clicks.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const nobodyLeaves = new AbortController().signal
const answer = z.object({ answer: z.int() })
/** Ten seconds of work that can be canceled at any time. */
const slow = ch`select sum(sleepEachRow(0.1)) + 1 as answer from numbers(100) settings max_block_size = 1`

/** Number of running queries that contain this text. */
async function running(part: string): Promise<number | undefined> {
  const [row] = await stores.ch.query(
    ch`
      select toUInt32(count()) as answer
      from system.processes
      where position(query, ${text(part)}) > 0 and position(query, 'system.processes') = 0`,
    answer,
  )
  return row?.answer
}

it('returns rows', async () => {
  expect(await askClicks(stores.ch, ch`select ${int(42)} as answer`, answer, { gone: nobodyLeaves })).toEqual([
    { answer: 42 },
  ])
})

it('is SERVICE_UNAVAILABLE when the click store is down', async () => {
  const away = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
  const asked = askClicks(away, ch`select 1 as answer`, answer, { gone: nobodyLeaves })
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '2' } })
  await away.close()
})

it('is SERVICE_UNAVAILABLE when the query takes longer than the caller waits', async () => {
  const asked = askClicks(stores.ch, slow, answer, { gone: nobodyLeaves, patienceMs: 300 })
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it('is SERVICE_UNAVAILABLE when the click store is shutting down', async () => {
  const aborted = ch`
    select throwIf(true, 'The server is stopping.', toInt16(236)) as answer
    settings allow_custom_error_code_in_throwif = 1`
  const asked = askClicks(stores.ch, aborted, answer, { gone: nobodyLeaves })
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it('cancels the query when the client disconnects', async () => {
  const client = new AbortController()
  const left = ch`select sum(sleepEachRow(0.1)) + 2 as answer from numbers(100) settings max_block_size = 1`
  const asked = askClicks(stores.ch, left, answer, { gone: client.signal })
  const outcome = asked.catch((error: unknown) => error)
  await eventually(async () => expect(await running('sleepEachRow(0.1)) + 2')).toBe(1))
  client.abort()
  expect(await outcome).toMatchObject({ message: 'The client disconnected.' })
  await eventually(async () => expect(await running('sleepEachRow(0.1)) + 2')).toBe(0))
})

it('passes on the error of an invalid statement', async () => {
  const asked = askClicks(stores.ch, ch`select nothing as answer`, answer, { gone: nobodyLeaves })
  await expect(asked).rejects.toMatchObject({ type: 'UNKNOWN_IDENTIFIER' })
})
