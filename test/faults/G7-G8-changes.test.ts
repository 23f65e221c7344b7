import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkKey } from '#schemas/link-record.ts'
import { readRecord } from '#store/build-record.ts'
import { publishRecord } from '#store/publish-link.ts'
import { untilAllWork } from './kills.ts'
import { createLink, removeLink } from './links.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

/** What the guarantee says; a test fails at five times that. */
const shownMs = 250
const shownWithoutWordMs = 2_000
const tolerance = 5
const rounds = 10

let stack: FaultStack
beforeAll(async () => {
  stack = await startStack({ redirectors: 2, proxied: { api: ['redis'], redirector: ['redis'] } })
})
afterAll(() => stack.close())

/** Until every redirector answers so; the milliseconds it took. */
async function untilShown(code: string, status: number, mostMs: number): Promise<number> {
  const start = performance.now()
  for (const port of stack.ports) {
    let seen = await visit(port, code)
    while (seen.status !== status && performance.now() - start < mostMs) {
      await sleep(5)
      seen = await visit(port, code)
    }
    expect(seen.status, `${code} after ${mostMs} ms`).toBe(status)
  }
  return performance.now() - start
}

async function visitEverywhere(code: string): Promise<number[]> {
  return Promise.all(stack.ports.map(async (port) => (await visit(port, code)).status))
}

const print = (what: string, times: number[]) =>
  console.log(`${what}: ${times.length} times, longest ${Math.max(...times).toFixed(1)} ms`)

describe('G7: every redirector shows', () => {
  it('a link that was created, and one that was deleted, as soon as the API has answered', async () => {
    const [created, deleted]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const code = `shown-${round}`
      expect(await visitEverywhere(code)).toEqual([404, 404])
      const link = await createLink(stack, { custom_alias: code })
      created.push(await untilShown(code, 302, shownMs * tolerance))
      await removeLink(stack, link)
      deleted.push(await untilShown(code, 404, shownMs * tolerance))
    }
    print('created', created)
    print('deleted', deleted)
  })

  it('a deletion of which no word reached it', async () => {
    const link = await createLink(stack, { custom_alias: 'unheard' })
    expect(await visitEverywhere('unheard')).toEqual([302, 302])
    const proxy = stack.proxy('redirector', 'redis')
    proxy.deafen('subscribe')
    await removeLink(stack, link)
    print('deleted without a word', [await untilShown('unheard', 404, shownWithoutWordMs * tolerance)])
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

  it('a link whose API was killed between its commit and Redis', async () => {
    const code = 'orphaned'
    expect(await visitEverywhere(code)).toEqual([404, 404])
    const proxy = stack.proxy('api', 'redis')
    proxy.blackHole()
    const answer = createLink(stack, { custom_alias: code }).catch(() => 'no answer')
    await untilCommitted(code)
    await stack.api.stop('SIGKILL')
    print('created by a killed API', [await untilShown(code, 302, shownWithoutWordMs * tolerance)])
    expect(await answer).toBe('no answer')
    proxy.pass()
    await stack.api.start()
    await untilAllWork(stack)
  })
})

describe('G8: a late older write', () => {
  it('never brings a deleted link back, nor an older destination', async () => {
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
})

async function findRecord(code: string) {
  const [link] = await stack.sql<{ domain_id: string }[]>`select domain_id from links where code = ${code}`
  const record = link && (await readRecord(stack.sql, link.domain_id, code))
  if (!link || !record) throw new Error(`there is no link ${code}`)
  return { key: linkKey(link.domain_id, code), record }
}

/** Past the time for which memory believes a record. */
async function expectToStay<Value>(look: () => Promise<Value>, expected: Value): Promise<void> {
  const end = performance.now() + 1.5 * shownWithoutWordMs
  while (performance.now() < end) {
    expect(await look()).toEqual(expected)
    await sleep(200)
  }
}

async function untilCommitted(code: string): Promise<void> {
  while ((await stack.sql`select from links where code = ${code}`).length === 0) await sleep(5)
}
