import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkKey } from '#schemas/link-record.ts'
import { eventually } from '../stack/eventually.ts'
import { type RedisCluster, startRedisCluster } from '../stack/redis-cluster.ts'
import type { RedisServer } from '../stack/redis-servers.ts'
import { checkSet, flawless, type Verdict } from './check-set.ts'
import { Clicker } from './clicker.ts'
import { untilAllWork } from './kills.ts'
import { type ApiLink, createLink, createLinks, updateLink } from './links.ts'
import { faultSeconds } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'
import { visit } from './visit.ts'

let cluster: RedisCluster
let stack: FaultStack
let clicker: Clicker

/** The master with these keys. */
async function masterOf(key: string): Promise<RedisServer> {
  const slot = Number(await cluster.masters[0]?.redis.call('CLUSTER', 'KEYSLOT', key))
  const found = cluster.masters[Math.floor((slot * cluster.masters.length) / 16_384)]
  if (found === undefined) throw new Error(`no node has ${key}`)
  return found
}

/** A master with records of links, and not the one of the queue. */
async function masterOfLinks(): Promise<RedisServer> {
  const [{ domain_id } = { domain_id: '' }] = await stack.sql<{ domain_id: string }[]>`
    select domain_id from links where code = 'in-a-cluster'`
  const keys = [linkKey(domain_id, 'in-a-cluster'), ...Array.from({ length: 50 }, (_, index) => `key-${index}`)]
  const queue = await masterOf('{clicks}')
  const found = (await Promise.all(keys.map(masterOf))).find((master) => master !== queue)
  if (found === undefined) throw new Error('all keys are on the node of the queue')
  return found
}

async function clickDuring(fault: () => void): Promise<Verdict> {
  clicker.start()
  await sleep(1_000)
  fault()
  await sleep(faultSeconds * 1_000)
  await clicker.stop()
  await untilAllWork(stack)
  const verdict = await checkSet(stack, clicker)
  console.log(`${clicker.sent.size} visits, ${verdict.answered} answered, ${verdict.stored} stored`)
  return verdict
}

describe.each([
  { ofQueue: 'SIGKILL', ofLinks: 'SIGSTOP' },
  { ofQueue: 'SIGSTOP', ofLinks: 'SIGKILL' },
] as const)('with $ofQueue for the node of the queue and $ofLinks for one with links', ({ ofQueue, ofLinks }) => {
  let link: ApiLink
  beforeAll(async () => {
    cluster = await startRedisCluster()
    stack = await startStack({ redirectors: 2, redisUrl: cluster.url })
    link = await createLink(stack, { custom_alias: 'in-a-cluster', url: 'https://example.com/0' })
    clicker = new Clicker({ ports: stack.ports, codes: await createLinks(stack, 5) })
  })
  afterAll(async () => {
    await stack.close()
    await cluster.stop()
  })

  it('an answered click is stored exactly once when the node of the queue fails', async () => {
    const master = await masterOf('{clicks}')
    expect(await clickDuring(() => master.signal(ofQueue))).toMatchObject(flawless)
  })

  it('the same when a node with links fails', async () => {
    const master = await masterOfLinks()
    expect(await clickDuring(() => master.signal(ofLinks))).toMatchObject(flawless)
  })

  it('a change shows on every redirector, after the loss of both', async () => {
    const url = 'https://example.com/1'
    await updateLink(stack, link, { url })
    for (const port of stack.ports) {
      await eventually(async () => expect(await visit(port, 'in-a-cluster')).toMatchObject({ location: url }))
    }
  })
})
