import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killAndReturn } from './kills.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack({ apis: 2, redirectors: 2 })
})
afterAll(() => stack.close())

interface Asked {
  key?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends a request to one API process, by its number. */
async function ask(node: number, method: string, path: string, { key = stack.key, headers, body }: Asked = {}) {
  const answer = await fetch(`${stack.apiUrls[node]}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
}

const inTurn = <Value>(count: number, make: (node: number, index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index % 2, index)))

describe('one Idempotency-Key', () => {
  const repeat = (node: number, id: string, url = 'https://example.com/once') =>
    ask(node, 'POST', '/short-urls', { body: { url }, headers: { 'idempotency-key': id } })
  const countLinks = async (url = 'https://example.com/once') =>
    (await stack.sql`select from links where url = ${url}`).length
  const age = (id: string, hours: number) => stack.sql`
    update idempotency_keys
    set created_at = created_at - make_interval(hours => ${hours})
    where key like ${`%${id}`}`

  it('has one effect and one response for 50 requests to two processes, for 24 hours, even after kills', async () => {
    const answers = await inTurn(50, (node) => repeat(node, 'fifty'))
    expect(await countLinks()).toBe(1)
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(made.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    for (const { status, json } of answers.filter((answer) => !made.includes(answer))) {
      expect([status, json.error.code]).toEqual([409, 'CONFLICT'])
    }
    await killAndReturn(stack, ...stack.apis)
    await age('fifty', 23)
    for (const node of [0, 1]) {
      const again = await repeat(node, 'fifty')
      expect([again.status, again.text]).toEqual([201, made[0]?.text])
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
    expect((await repeat(1, 'fifty', 'https://example.com/another')).status).toBe(422)
    await age('fifty', 1)
    expect((await repeat(0, 'fifty')).headers.get('idempotent-replayed')).toBeNull()
    expect(await countLinks()).toBe(2)
  })

  it('returns 409 CONFLICT while its first request is running', async () => {
    const url = 'https://example.com/slow'
    let first: ReturnType<typeof repeat> | undefined
    await stack.sql.begin(async (tx) => {
      await tx`lock table links in exclusive mode`
      first = repeat(0, 'slow', url)
      await expect
        .poll(async () => (await stack.sql`select from idempotency_keys where key like '%slow'`).length, {
          timeout: 20_000,
        })
        .toBe(1)
      const answers = await inTurn(10, (node) => repeat(node, 'slow', url))
      expect(answers.map(({ status, json }) => [status, json.error?.code])).toEqual(Array(10).fill([409, 'CONFLICT']))
    })
    expect((await first)?.status).toBe(201)
    expect((await repeat(1, 'slow', url)).status).toBe(201)
    expect(await countLinks(url)).toBe(1)
  })
})

describe('concurrent creates of one alias', () => {
  it('return exactly one 2xx for 100 requests to two processes, and every redirector redirects to the winner', async () => {
    for (const custom_alias of ['contested-1', 'contested-2', 'contested-3']) {
      const answers = await inTurn(100, (node, index) =>
        ask(node, 'POST', '/short-urls', { body: { url: `https://example.com/${index}`, custom_alias } }),
      )
      const won = answers.filter(({ status }) => status < 300)
      const lost = answers.filter(({ status }) => status >= 300)
      expect([won.length, lost.length]).toEqual([1, 99])
      for (const { status, json } of lost) {
        expect([status, json.error]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })])
      }
      const { original_url } = won[0]?.json.data ?? {}
      for (const port of stack.ports) {
        expect(await visit(port, custom_alias)).toEqual({ status: 302, location: original_url })
      }
    }
  })
})

describe('a revoked key', () => {
  const mostUses = 500
  const mint = async () => {
    const { json } = await ask(0, 'POST', '/api-keys', { body: { name: 'doomed', permissions: ['read'] } })
    return json.data as { id: string; key: string }
  }

  it('is rejected by every process as soon as one has responded that it is revoked', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, key } = await mint()
      const before = await inTurn(4, (node) => ask(node, 'GET', '/me', { key }))
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await ask(round % 2, 'DELETE', `/api-keys/${id}`)).status).toBe(200)
      const after = await inTurn(4, (node) => ask(node, 'GET', '/me', { key }))
      expect(after.map(({ status, json }) => [status, json.error?.code])).toEqual(
        Array(4).fill([401, 'INVALID_API_KEY']),
      )
    }
  })

  it('takes the keys that it created with it, on every process', async () => {
    const permissions = ['read', 'write']
    const child = async (key: string, node: number) =>
      (await ask(node, 'POST', '/api-keys', { key, body: { name: 'child', permissions } })).json.data as { key: string }
    for (let round = 0; round < 10; round += 1) {
      const { json } = await ask(0, 'POST', '/api-keys', { body: { name: 'doomed', permissions } })
      const first = await child(json.data.key, 1)
      const family = [first, await child(first.key, 0)]
      const use = () => inTurn(4, (node, index) => ask(node, 'GET', '/me', { key: family[index >> 1]?.key ?? '' }))
      expect((await use()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await ask(round % 2, 'DELETE', `/api-keys/${json.data.id}`)).status).toBe(200)
      expect((await use()).map(({ status }) => status)).toEqual([401, 401, 401, 401])
    }
  })

  it('does not work any longer under load either', async () => {
    const { id, key } = await mint()
    let revokedAt = Number.POSITIVE_INFINITY
    let lateSuccesses = 0
    let refusals = 0
    const use = async (node: number) => {
      for (let times = 0; times < mostUses && refusals < 20; times += 1) {
        const asked = performance.now()
        const { status } = await ask(node, 'GET', '/short-urls', { key })
        if (status === 401) refusals += 1
        else if (asked > revokedAt) lateSuccesses += 1
      }
    }
    const users = inTurn(8, (node) => use(node))
    await ask(1, 'DELETE', `/api-keys/${id}`)
    revokedAt = performance.now()
    await users
    expect({ lateSuccesses, refusals }).toEqual({ lateSuccesses: 0, refusals: expect.toSatisfy((n) => n >= 20) })
  })
})
