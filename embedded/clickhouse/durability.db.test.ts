import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/stack/eventually.ts'
import { SpawnedServer } from './spawn-server.fixture.ts'

const server = new SpawnedServer()

beforeAll(async () => {
  await server.start()
  const client = server.client()
  await client.command({ query: 'create database shop engine = Atomic' })
  await client.command({
    query: `create table shop.visits (id UInt32, s String) engine = MergeTree order by id
      settings non_replicated_deduplication_window = 1000`,
  })
  await client.close()
})
afterAll(() => server.remove())

const batchRows = 500
const writersAtOnce = 4
const storedIds = async (): Promise<number[]> => {
  const client = server.client()
  const answer = await client.query({ query: 'select id from shop.visits order by id', format: 'JSONCompactEachRow' })
  const ids = (await answer.json<[number]>()).map(([id]) => id)
  await client.close()
  return ids
}

interface Inserting {
  batches: Iterator<number>
  async_insert: 0 | 1
  /** Ids of the rows that the server acknowledged. */
  acknowledged: number[]
}

/** Inserts batch after batch until the server is gone. */
async function insertUntilKilled({ batches, async_insert, acknowledged }: Inserting): Promise<void> {
  const client = server.client()
  for (let batch = batches.next(); !batch.done; batch = batches.next()) {
    const ids = Array.from({ length: batchRows }, (_, n) => batch.value * batchRows + n)
    const values = ids.map((id) => [id, `визит ${id} 🎉`])
    const settings = { async_insert, wait_for_async_insert: 1 } as const
    try {
      await client.insert({ table: 'shop.visits', values, format: 'JSONCompactEachRow', clickhouse_settings: settings })
    } catch {
      break // The server was killed: this batch was not acknowledged.
    }
    acknowledged.push(...ids)
  }
  await client.close()
}

it('keeps every acknowledged row when it is killed during inserts', async () => {
  const batches = Array.from({ length: 100_000 }, (_, n) => n).values()
  const acknowledged: number[] = []
  for (const async_insert of [0, 1, 0] as const) {
    const enough = acknowledged.length + writersAtOnce * batchRows
    const writers = Array.from({ length: writersAtOnce }, () =>
      insertUntilKilled({ batches, async_insert, acknowledged }),
    )
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(enough))
    expect(await server.end('SIGKILL')).toBe('SIGKILL')
    await Promise.all(writers)
    await server.start()
    const stored = await storedIds()
    const present = new Set(stored)
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([])
    expect(stored.length).toBe(present.size)
  }
})

it('finishes running queries on SIGTERM, exits with 0, and has all rows after a restart', async () => {
  const before = await storedIds()
  const client = server.client()
  const query = 'select count() as n from numbers(3) where sleepEachRow(0.5) = 0 settings max_block_size = 1'
  const running = client.query({ query, query_id: 'last', format: 'JSONEachRow' }).then((answer) => answer.json())
  await eventually(async () => {
    const twin = client.command({ query: 'select 1', query_id: 'last' })
    await expect(twin).rejects.toMatchObject({ code: '216' })
  })
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await running).toEqual([{ n: 3 }])
  await client.close()
  await server.start()
  expect(await storedIds()).toEqual(before)
})
