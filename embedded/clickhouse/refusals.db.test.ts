import { request } from 'node:http'
import type { ClickHouseClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/stack/eventually.ts'
import { SpawnedServer } from './spawn-server.fixture.ts'

const server = new SpawnedServer()
let client: ClickHouseClient

beforeAll(async () => {
  await server.start()
  client = server.client({ max_open_connections: 300 })
})
afterAll(async () => {
  await client.close()
  await server.remove()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { authorization: server.authorization, ...init.headers } })

const running = async (text: string): Promise<unknown> => {
  const query = `select toUInt32(count()) as n from system.processes where position(query, {text:String}) > 0
    and position(query, 'system.processes') = 0`
  const [row] = await (await client.query({ query, query_params: { text }, format: 'JSONEachRow' })).json<{
    n: number
  }>()
  return row?.n
}

/** Listens from the start, so that an early rejection is not left unhandled. */
const outcome = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: Error) => error.message,
  )

describe('errors', () => {
  const cases: [string, string, string, number][] = [
    ['select * from nowhere', '60', 'UNKNOWN_TABLE', 404],
    ['select from where', '62', 'SYNTAX_ERROR', 400],
    ['select 1; select 2', '62', 'SYNTAX_ERROR', 400],
    ['select 1; selec', '62', 'SYNTAX_ERROR', 400],
    ['1 + 1', '62', 'SYNTAX_ERROR', 400],
    ['select {x:String}', '456', 'UNKNOWN_QUERY_PARAMETER', 400],
    ['select throwIf(1)', '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO', 500],
    ['drop database `default`', '48', 'NOT_IMPLEMENTED', 501],
  ]
  it.each(cases)('fails %j with code %s', async (query, code, type, status) => {
    await expect(client.command({ query })).rejects.toMatchObject({ code, type })
    const answer = await ask('/', { method: 'POST', body: query })
    expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([status, code])
  })

  it('names the row of an insert that cannot be parsed, and stores nothing', async () => {
    await client.command({ query: 'create database shop engine = Atomic' })
    await client.command({ query: 'create table shop.numbers (n UInt8) engine = MergeTree order by n' })
    const insert = client.insert({ table: 'shop.numbers', values: [[1], ['many']], format: 'JSONCompactEachRow' })
    await expect(insert).rejects.toMatchObject({ code: '27' })
    const body = '[1]\n["many"]'
    const told = await ask('/?query=insert+into+shop.numbers+format+JSONCompactEachRow', { method: 'POST', body })
    const text = await told.text()
    expect(text).toContain('(at row 2)')
    expect(text).not.toContain('/rows/')
    const cut = await ask('/?query=insert+into+shop.numbers+format+CSV', {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: Buffer.from('1f8b0800000000000003', 'hex'),
    })
    expect(cut.status).not.toBe(200)
    expect(await (await ask('/?query=select+count()+from+shop.numbers')).text()).toBe('0\n')
  })

  it('rejects unknown settings, invalid names, and sessions', async () => {
    await expect(client.command({ query: 'select 1', session_id: 'a' })).rejects.toMatchObject({ code: '48' })
    const statuses = ['/?no_such_setting=1', '/?a%20b=1', '/?x%3D1,y=1'].map(async (path) => {
      const answer = await ask(path, { method: 'POST', body: 'select 1' })
      return answer.headers.get('x-clickhouse-exception-code')
    })
    expect(await Promise.all(statuses)).toEqual(['115', '36', '36'])
  })

  it('rejects a value of more than 128 KiB, like a server', async () => {
    const ids = Array.from({ length: 4_000 }, () => '0190f1a2-0000-7000-8000-000000000000')
    const query = 'select length({ids:Array(UUID)}) as n'
    const asked = { query, query_params: { ids }, format: 'JSONEachRow' as const }
    await expect(client.query(asked), 'in the URL').rejects.toMatchObject({ code: '36' })
    await expect(client.query({ ...asked, use_multipart_params: true }), 'in a form').rejects.toMatchObject({
      code: '36',
    })
  })

  it('changes nothing on a GET request', async () => {
    const answer = await ask('/?query=create+database+other')
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe('164')
    for (const readonly of ['', '&readonly=1&max_threads=3']) {
      const read = await ask(`/?query=select+{x:String}&param_x=a${readonly}`)
      expect(await read.text()).toBe('a\n')
    }
  })

  it('rejects a second query with the id of a running one', async () => {
    const slow = client.query({ query: 'select sleep(2)', query_id: 'twin' })
    await eventually(async () => {
      const twin = client.command({ query: 'select 1', query_id: 'twin' })
      await expect(twin).rejects.toMatchObject({ code: '216' })
    })
    await slow
  })
})

describe('authentication', () => {
  it('rejects wrong and missing credentials with code 516', async () => {
    for (const credentials of [{ password: 'wrong' }, { username: 'default' }, { password: '' }]) {
      const stranger = server.client(credentials)
      await expect(stranger.command({ query: 'select 1' })).rejects.toMatchObject({ code: '516' })
      await stranger.close()
    }
  })

  it('accepts credentials in headers', async () => {
    const headers = { 'x-clickhouse-user': 'waymark', 'x-clickhouse-key': 'wrong' }
    expect((await fetch(`${server.url}/?query=select+1`, { headers })).status).toBe(403)
  })

  it('rejects a page in a browser, by its origin and by its host name', async () => {
    expect((await ask('/?query=select+1', { headers: { origin: 'http://127.0.0.1:3000' } })).status).toBe(403)
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: server.authorization, host: 'evil.example:80' }
      request(`${server.url}/?query=select+1`, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(rebound).toBe(403)
    expect((await ask('/?query=select+1')).status).toBe(200)
  })
})

describe('a client that disconnects', () => {
  it('ends its query', async () => {
    const query = 'select count() from numbers(1000000000000) where not ignore(sipHash64(number))'
    const leaving = new AbortController()
    const gone = outcome(client.query({ query, abort_signal: leaving.signal }))
    await eventually(async () => expect(await running('sipHash64(number)')).toBe(1))
    leaving.abort()
    expect(await gone).toContain('aborted')
    await eventually(async () => expect(await running('sipHash64(number)')).toBe(0))
  })

  it('frees the slot of each of its queries, including queued ones', async () => {
    const query = 'select sum(sleepEachRow(1)) from numbers(1000) settings max_block_size = 1'
    const leaving = Array.from({ length: 40 }, () => new AbortController())
    const gone = leaving.map(({ signal }) => outcome(client.query({ query, abort_signal: signal })))
    // No query can be sent while all slots are taken.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    for (const controller of leaving) controller.abort()
    for (const message of await Promise.all(gone)) expect(message).toContain('aborted')
    await eventually(async () => expect(await running('sleepEachRow')).toBe(0))
  })
})
