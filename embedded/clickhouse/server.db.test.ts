import { gzipSync } from 'node:zlib'
import type { ClickHouseClient, DataFormat } from '@clickhouse/client'
import { TupleParam } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SpawnedServer } from './spawn-server.fixture.ts'

const server = new SpawnedServer()
let client: ClickHouseClient

beforeAll(async () => {
  await server.start()
  const first = server.client()
  await first.command({ query: 'create database shop engine = Atomic' })
  await first.close()
  client = server.client({ database: 'shop', max_open_connections: 300 })
})
afterAll(async () => {
  await client.close()
  await server.remove()
})

const rowsOf = async (query: string, query_params: Record<string, unknown> = {}): Promise<unknown[][]> => {
  const answer = await client.query({ query, query_params, format: 'JSONCompactEachRow' })
  return answer.json<unknown[]>()
}

const hostile = [
  `it's`,
  '"double" `back`',
  'back\\slash \\n \\\\ \\N',
  'line\nbreak\r\nand\ttab',
  '\n\nempty lines\n\n; select 1 -- /* ',
  'nul \0 inside',
  `'); drop table visits; --`,
  '{x:String} $1 ? %s',
  'Привет, мир 👩‍👩‍👧 🎉',
  '',
]

describe('rows and parameters', () => {
  it('returns every inserted special string unchanged, in each format', async () => {
    await client.command({ query: 'create table texts (n UInt32, s String) engine = MergeTree order by n' })
    const texts = hostile.map((s, n) => ({ n, s }))
    const tsv = (s: string) =>
      s.replace(/[\\\n\r\t\0]/g, (c) => `\\${{ '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't', '\0': '0' }[c]}`)
    const bodies: [DataFormat, string][] = [
      ['JSONEachRow', texts.map((row) => JSON.stringify(row)).join('\n')],
      ['JSONCompactEachRow', texts.map(({ n, s }) => JSON.stringify([n, s])).join('\n\n')],
      ['CSV', texts.map(({ n, s }) => `${n},"${s.replaceAll('"', '""')}"\n`).join('')],
      ['TabSeparated', texts.map(({ n, s }) => `${n}\t${tsv(s)}\n`).join('')],
    ]
    for (const [format, body] of bodies) {
      await client.command({ query: 'truncate table texts' })
      const sent = { method: 'POST', headers: { authorization: server.authorization }, body }
      const query = encodeURIComponent(`insert into texts format ${format}`)
      const answer = await fetch(`${server.url}/?database=shop&query=${query}`, sent)
      expect([format, answer.status, await answer.text()]).toEqual([format, 200, ''])
      expect(await rowsOf('select n, s from texts order by n')).toEqual(hostile.map((s, n) => [n, s]))
    }
  })

  it('inserts the rows that the client sends, and reports their number', async () => {
    await client.command({ query: 'create table made (n UInt32, s String) engine = MergeTree order by n' })
    const values = hostile.map((s, n) => ({ n, s }))
    const done = await client.insert({ table: 'made', values, format: 'JSONEachRow', columns: ['n', 's'] })
    expect(done.summary?.written_rows).toBe(String(hostile.length))
    expect(await rowsOf('select n, s from made order by n')).toEqual(hostile.map((s, n) => [n, s]))
  })

  it('accepts rows in the same text as the insert, including empty lines, and values', async () => {
    await client.command({ query: 'create table lines (s String) engine = MergeTree order by s' })
    await client.command({ query: 'insert into lines format CSV\n"a\n\nselect 1;"\n\n"b"\n' })
    await client.command({ query: `insert into lines values ('c\n\nselect 1;'), ('format CSV\n')` })
    expect(await rowsOf('select s from lines order by s')).toEqual(
      [[''], ['a\n\nselect 1;'], ['b'], ['c\n\nselect 1;'], ['format CSV\n']].sort(),
    )
  })

  it('binds special strings as typed parameters', async () => {
    for (const s of hostile) {
      expect(await rowsOf('select {s:String}, {a:Array(String)}', { s, a: [s, s] })).toEqual([[s, [s, s]]])
    }
  })

  it('binds nulls, dates, numbers, tuples and maps', async () => {
    const query = `select {none:Nullable(String)}, {some:Nullable(String)}, {day:Date}, toString({at:DateTime64(3, 'UTC')}),
      toString({big:UInt64}), {pair:Tuple(Int8, String)}, {by:Map(String, UInt8)}, {yes:Bool}, {db:Identifier}.t from (select 1 as t) as x`
    const values = { none: null, some: '\\N', day: '2024-02-29', at: new Date('2024-02-29T23:59:59.123Z') }
    const more = { big: 2n ** 64n - 1n, pair: new TupleParam([-1, `a'b`]), by: { "k'": 1 }, yes: true, db: 'x' }
    expect(await rowsOf(query, { ...values, ...more })).toEqual([
      [null, '\\N', '2024-02-29', '2024-02-29 23:59:59.123', '18446744073709551615', [-1, `a'b`], { "k'": 1 }, true, 1],
    ])
  })

  it('accepts long parameters in the URL and in a form', async () => {
    const list = Array.from({ length: 5000 }, (_, n) => `item ${n} й`)
    const query = 'select length({list:Array(String)}) as n, {list:Array(String)}[5000] as last'
    for (const use_multipart_params of [false, true]) {
      const answer = await client.query({ query, query_params: { list }, use_multipart_params, format: 'JSONEachRow' })
      expect(await answer.json()).toEqual([{ n: 5000, last: 'item 4999 й' }])
    }
  })

  it('compresses requests and responses', async () => {
    const zipped = server.client({ database: 'shop', compression: { request: true, response: true } })
    await zipped.command({ query: 'create table zipped (s String) engine = MergeTree order by s' })
    const values = Array.from({ length: 2000 }, (_, n) => [`строка ${n}`])
    await zipped.insert({ table: 'zipped', values, format: 'JSONCompactEachRow' })
    const answer = await zipped.query({ query: 'select s from zipped order by s', format: 'JSONCompactEachRow' })
    expect(answer.response_headers['content-encoding']).toBe('gzip')
    expect(await answer.json()).toEqual(values.sort())
    await zipped.close()
    const raw = await fetch(`${server.url}/?enable_http_compression=1`, {
      method: 'POST',
      headers: { authorization: server.authorization, 'accept-encoding': 'identity', 'content-encoding': 'gzip' },
      body: gzipSync(`select 'обычный'`),
    })
    expect([raw.headers.get('content-encoding'), await raw.text()]).toEqual([null, 'обычный\n'])
  })

  it('keeps 300 parallel queries apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        client
          .query({
            query: `select {n:UInt32}, {s:String}, getSetting('max_threads'), getSetting('log_comment')`,
            query_params: { n, s: `'${n}'` },
            query_id: `parallel-${n}`,
            clickhouse_settings: { max_threads: n + 1, log_comment: 'mine' },
            format: 'JSONCompactEachRow',
          })
          .then((answer) => answer.json()),
      ),
    )
    expect(answers).toEqual(answers.map((_, n) => [[n, `'${n}'`, n + 1, `"parallel-${n}" mine`]]))
  })
})

describe('settings', () => {
  it('applies a setting only to its own query', async () => {
    const usual = await rowsOf(`select getSetting('max_block_size')`)
    const answer = await client.query({
      query: `select getSetting('max_block_size')`,
      clickhouse_settings: { max_block_size: '77' },
      format: 'JSONCompactEachRow',
    })
    expect(await answer.json()).toEqual([[77]])
    expect(await rowsOf(`select getSetting('max_block_size')`)).toEqual(usual)
  })

  it('stores an insert with one token once, in each month it spans', async () => {
    await client.command({
      query: `create table visits (id UInt32, at DateTime) engine = MergeTree order by id partition by toYYYYMM(at)
        settings non_replicated_deduplication_window = 1000`,
    })
    const values = Array.from({ length: 1000 }, (_, id) => [id, id % 2 ? '2024-01-31 23:59:59' : '2024-02-01 00:00:00'])
    const put = (rows: unknown[], insert_deduplication_token: string) =>
      client.insert({
        table: 'visits',
        values: rows,
        format: 'JSONCompactEachRow',
        clickhouse_settings: { async_insert: 0, insert_deduplication_token },
      })
    for (let time = 0; time < 3; time += 1) await put(values, 'batch-1')
    const count = 'select toYYYYMM(at), toUInt32(count()), toUInt32(uniqExact(id)) from visits group by 1 order by 1'
    expect(await rowsOf(count)).toEqual([
      [202401, 500, 500],
      [202402, 500, 500],
    ])
    await put(values.slice(0, 10), 'batch-1')
    await put(values, 'batch-2')
    expect(await rowsOf(count)).toEqual([
      [202401, 1000, 500],
      [202402, 1000, 500],
    ])
  })
})
