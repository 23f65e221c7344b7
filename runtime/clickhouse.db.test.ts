import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch } from './ch-tag.ts'
import { type ClickHouse, connectClickhouse } from './clickhouse.ts'
import { columnOf } from './native-columns.ts'

let stores: TestStores
let own: ClickHouse
beforeAll(async () => {
  stores = await openTestStores()
  own = connectClickhouse(stores.urls.clickhouse_url)
})
afterAll(async () => {
  await own.close()
  await stores.close()
})

const answer = z.object({ answer: z.int() })
const aborted = () => AbortSignal.abort(new Error('too late'))

it('keeps a connection for its owner after an earlier request in the queue was aborted', async () => {
  const everyConnection = Array.from({ length: 10 }, () => own.query(ch`select sleep(0.2) as answer`, answer))
  const gone = new AbortController()
  const inLine = own.query(ch`select 1 as answer`, answer, { signal: gone.signal })
  // Longer than a connection may be idle.
  const next = own.query(ch`select sleep(2.9) as answer`, answer)
  // The client runs timers before it queues a request.
  await sleep(1)
  gone.abort(new Error('left'))
  await expect(inLine).rejects.toThrow('left')
  await Promise.all(everyConnection)
  expect(await next).toEqual([{ answer: 0 }])
})

it('does not send a request that was aborted before', async () => {
  await own.command(ch`create table late (answer UInt8) engine = Memory`)
  const insert = own.insert('late', { answer: columnOf.uint64 }, [{ answer: 1 }], { token: 'late', signal: aborted() })
  await expect(insert).rejects.toThrow('too late')
  await expect(own.query(ch`select 1 as answer`, answer, { signal: aborted() })).rejects.toThrow('too late')
  expect(await own.query(ch`select answer from late`, answer)).toEqual([])
})
