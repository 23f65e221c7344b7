import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, text, uuids } from './ch-tag.ts'
import { type ClickHouse, connectClickhouse } from './clickhouse.ts'
import { columnOf } from './native-columns.ts'
import { uuidv7 } from './uuid.ts'

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
/** The default of nginx. */
const urlMostBytes = 8_192
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

it('sends thousands of ids through a proxy that limits the length of a URL', async () => {
  const proxy = createServer((asked, answered) => {
    const { url: path = '', method = '', headers } = asked
    if (path.length > urlMostBytes) answered.writeHead(414).end('URI too long')
    else {
      const passedOn = send(new URL(path, stores.urls.clickhouse_url), { method, headers }, (reply) => {
        answered.writeHead(reply.statusCode ?? 0, reply.headers)
        reply.pipe(answered)
      })
      asked.pipe(passedOn)
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(stores.urls.clickhouse_url)
  url.port = String((proxy.address() as AddressInfo).port)
  const behind = connectClickhouse(url.href)
  onTestFinished(async () => {
    await behind.close()
    proxy.close()
  })
  const ids = Array.from({ length: 5_000 }, () => uuidv7())
  expect(await behind.query(ch`select length(${uuids(ids)}) as answer`, answer)).toEqual([{ answer: ids.length }])
  const file = await buffer(
    await behind.readParquet(ch`select length(${uuids(ids)}) as answer, ${text('a b')} as other`),
  )
  expect(file.subarray(0, 4).toString()).toBe('PAR1')
  await own.command(ch`create table listed (id UUID) engine = MergeTree order by id`)
  await own.command(ch`insert into listed select arrayJoin(${uuids(ids)})`)
  await behind.command(ch`insert into listed select arrayJoin(${uuids(ids)})`)
  const one = ids.slice(1)
  await behind.longCommand(ch`alter table listed delete where id in ${uuids(one)} settings mutations_sync = 2`)
  expect(await own.query(ch`select toUInt32(count()) as answer from listed`, answer)).toEqual([{ answer: 2 }])
})
