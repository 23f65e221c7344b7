import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecord } from '#model/publish/build-record.ts'
import { publishRecord } from '#model/publish/publish-link.ts'
import { changeCountKey, linkKey } from '#schemas/link-record.ts'
import { untilAllWork } from './kills.ts'
import { createLink, removeLink, updateLink } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

/** The limit of the guarantee; a test fails at five times that. */
const shownMs = 250
const shownWithoutWordMs = 2_000
const tolerance = 5
const rounds = 10
const trustedAfterMs = 2_500
const changes = ['created', 'changed', 'deleted'] as const

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack({ redirectors: 2, proxied: { api: ['redis'], redirector: ['redis'] } })
})
afterAll(() => stack.close())

/** Waits until every redirector redirects there or returns that status; returns the milliseconds it took. */
async function untilShown(code: string, wanted: string | number, mostMs: number): Promise<number> {
  const start = performance.now()
  for (const port of stack.ports) {
    let seen = await look(port, code)
    while (seen !== wanted && performance.now() - start < mostMs) {
      await sleep(5)
      seen = await look(port, code)
    }
    expect(seen, `${code} after ${mostMs} ms`).toBe(wanted)
  }
  return performance.now() - start
}

/** The destination, or the status if there is none. */
async function look(port: number, code: string): Promise<string | number> {
  const { location, status } = await visit(port, code)
  return location ?? status
}

async function visitEverywhere(code: string): Promise<number[]> {
  return Promise.all(stack.ports.map(async (port) => (await visit(port, code)).status))
}

const print = (what: string, times: number[]) =>
  console.log(`${what}: ${times.length} times, longest ${Math.max(...times).toFixed(1)} ms`)

describe('every redirector shows', () => {
  it('a link that was created, changed, renamed and deleted as soon as the API has responded', async () => {
    const times: Record<string, number[]> = { created: [], changed: [], renamed: [], deleted: [] }
    const mostMs = shownMs * tolerance
    for (let round = 0; round < rounds; round++) {
      const [code, other] = [`shown-${round}`, `renamed-${round}`]
      expect(await visitEverywhere(code)).toEqual([404, 404])
      const link = await createLink(stack, { custom_alias: code, url: 'https://example.com/first' })
      times['created']?.push(await untilShown(code, 'https://example.com/first', mostMs))
      await updateLink(stack, link, { url: 'https://example.com/second' })
      times['changed']?.push(await untilShown(code, 'https://example.com/second', mostMs))
      expect(await visitEverywhere(other)).toEqual([404, 404])
      await updateLink(stack, link, { custom_alias: other })
      times['renamed']?.push(
        Math.max(await untilShown(code, 404, mostMs), await untilShown(other, 'https://example.com/second', mostMs)),
      )
      await removeLink(stack, link)
      times['deleted']?.push(await untilShown(other, 404, mostMs))
    }
    for (const [what, each] of Object.entries(times)) print(what, each)
  })

  it.each(changes)('a link that was %s although the message about it was lost', async (what) => {
    const code = `unheard-${what}`
    const change = await prepareChange(what, code)
    const proxy = stack.proxy('redirector', 'redis')
    proxy.deafen('subscribe')
    await change.make()
    const ms = await untilShown(code, change.shows, shownWithoutWordMs * tolerance)
    print(`${what} without a message`, [ms])
    expect(ms).toBeLessThan(shownWithoutWordMs * tolerance)
    proxy.pass()
    proxy.cut()
  })

  it('a deletion although its message was lost and changes cannot be counted', async () => {
    const link = await createLink(stack, { custom_alias: 'uncounted' })
    await untilTrusted('uncounted', [302, 302])
    await stack.redis.set(changeCountKey, 'no number')
    const proxy = stack.proxy('redirector', 'redis')
    proxy.deafen('subscribe')
    await removeLink(stack, link)
    const ms = await untilShown('uncounted', 404, shownWithoutWordMs * tolerance)
    print('deleted without a message and a count', [ms])
    expect(ms).toBeLessThan(shownWithoutWordMs * tolerance)
    await stack.redis.del(changeCountKey)
    proxy.pass()
    proxy.cut()
  })

  it('a deletion made while its subscription was cut', async () => {
    const link = await createLink(stack, { custom_alias: 'cut-off' })
    expect(await visitEverywhere('cut-off')).toEqual([302, 302])
    stack.proxy('redirector', 'redis').cut()
    await removeLink(stack, link)
    print('deleted while cut off', [await untilShown('cut-off', 404, shownWithoutWordMs * tolerance)])
  })

  it.each(changes)('a link that was %s by an API killed between its commit and Redis', async (what) => {
    const code = `orphaned-${what}`
    const change = await prepareChange(what, code)
    const proxy = stack.proxy('api', 'redis')
    proxy.blackHole()
    const answer = change.make().catch(() => 'no answer')
    await untilCommitted(code, change.url)
    await stack.api.stop('SIGKILL')
    print(`${what} by a killed API`, [await untilShown(code, change.shows, shownWithoutWordMs * tolerance)])
    expect(await answer).toBe('no answer')
    proxy.pass()
    await stack.api.start()
    await untilAllWork(stack)
  })
})

describe('a late older write', () => {
  it('never brings back a deleted link or an older destination', async () => {
    const first = await createLink(stack, { custom_alias: 'reborn', url: 'https://example.com/first' })
    const { key, record } = await findRecord('reborn')
    await removeLink(stack, first)
    await publishRecord(stack.redis, key, record)
    await expectToStay(() => visitEverywhere('reborn'), [404, 404])

    await createLink(stack, { custom_alias: 'reborn', url: 'https://example.com/second' })
    await publishRecord(stack.redis, key, record)
    await publishRecord(stack.redis, key, { rev: record.rev + 1, absent: true })
    await expectToStay(
      () => Promise.all(stack.ports.map(async (port) => (await visit(port, 'reborn')).location)),
      ['https://example.com/second', 'https://example.com/second'],
    )
  })

  it('that the network delivers after a newer one changes nothing', async () => {
    const link = await createLink(stack, { custom_alias: 'reordered', url: 'https://example.com/first' })
    const held = stack.proxy('api', 'redis').hold('example.com/older')
    await updateLink(stack, link, { url: 'https://example.com/older' })
    await updateLink(stack, link, { url: 'https://example.com/newer' })
    const newer = 'https://example.com/newer'
    await untilShown('reordered', newer, shownWithoutWordMs * tolerance)
    const { password } = new URL(stack.urls.redis_url)
    expect(await (await held).deliver(`AUTH ${password}\r\n`)).toMatch(/^\+known /)
    await expectToStay(() => Promise.all(stack.ports.map((port) => look(port, 'reordered'))), [newer, newer])
  })
})

interface PreparedChange {
  make(): Promise<unknown>
  /** What visitors see after the change. */
  shows: string | 404
  /** The destination in Postgres after the change. */
  url: string | undefined
}

/** A link that is about to change, and redirectors that have it in memory. */
async function prepareChange(what: (typeof changes)[number], code: string): Promise<PreparedChange> {
  const [before, after] = ['https://example.com/before', 'https://example.com/after']
  const link = what === 'created' ? undefined : await createLink(stack, { custom_alias: code, url: before })
  const status = link === undefined ? 404 : 302
  await untilTrusted(code, [status, status])
  if (link === undefined) {
    return { make: () => createLink(stack, { custom_alias: code, url: after }), shows: after, url: after }
  }
  if (what === 'deleted') return { make: () => removeLink(stack, link), shows: 404, url: undefined }
  return { make: () => updateLink(stack, link, { url: after }), shows: after, url: after }
}

/** Visits until the redirectors trust what they have in memory, which they do after comparing the count of changes twice. */
async function untilTrusted(code: string, statuses: number[]): Promise<void> {
  const end = performance.now() + trustedAfterMs
  while (performance.now() < end) {
    expect(await visitEverywhere(code)).toEqual(statuses)
    await sleep(100)
  }
}

async function findRecord(code: string) {
  const [link] = await stack.sql<{ domain_id: string }[]>`select domain_id from links where code = ${code}`
  const record = link && (await readRecord(stack.sql, link.domain_id, code))
  if (!link || !record) throw new Error(`no link ${code}`)
  return { key: linkKey(link.domain_id, code), record }
}

/** Keeps checking past the time that a record stays fresh in memory. */
async function expectToStay<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  const end = performance.now() + 1.5 * shownWithoutWordMs
  while (performance.now() < end) {
    expect(await ask()).toEqual(expected)
    await sleep(200)
  }
}

async function untilCommitted(code: string, url: string | undefined): Promise<void> {
  const read = async () => (await stack.sql<{ url: string }[]>`select url from links where code = ${code}`)[0]?.url
  while ((await read()) !== url) await sleep(5)
}
