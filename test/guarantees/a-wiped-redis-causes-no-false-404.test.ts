import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkKey } from '#schemas/link-record.ts'
import { eventually } from '../stack/eventually.ts'
import { Clicker } from './clicker.ts'
import { createLink } from './links.ts'
import { faultSeconds, linkCount } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const wipes = 3
/** Visits after a wipe whose links have to be in Redis again. */
const visitsChecked = 50
/** Five times what is promised, which is "seconds". */
const returnMostMs = 15_000

let stack: FaultStack
let domainId: string
beforeAll(async () => {
  stack = await startStack({ redirectors: 2 })
  domainId = await addLinks(linkCount)
})
afterAll(() => stack.close())

/** Links like one that the API has created, with the slugs link-1, link-2 and so on. Returns their domain. */
async function addLinks(count: number): Promise<string> {
  const { id } = await createLink(stack)
  await stack.sql`
    with added as (
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
      select gen_random_uuid(), account_id, domain_id, 'link-' || number, true, nextval('link_rev'), url
      from links
      cross join generate_series(1, ${count}) as number
      where id = ${id}
      returning id, account_id
    )
    insert into link_counts (link_id, account_id)
    select id, account_id from added`
  const [link] = await stack.sql<{ domain_id: string }[]>`select domain_id from links where id = ${id}`
  return link?.domain_id ?? ''
}

it(`a Redis that loses everything causes no false 404 with ${linkCount} links under load, and gets visited links back`, async () => {
  const codes = Array.from({ length: linkCount }, (_, index) => `link-${index + 1}`)
  const clicker = new Clicker({ ports: stack.ports, codes, perSecond: 300, connections: 12 })
  clicker.start()
  for (let wipe = 0; wipe < wipes; wipe++) {
    await sleep((faultSeconds * 1_000) / wipes)
    await stack.redis.flushall()
    const from = clicker.sent.size
    const start = performance.now()
    const visited = await eventually(() => {
      const later = [...clicker.sent.values()].slice(from, from + visitsChecked)
      expect(later).toHaveLength(visitsChecked)
      return later.map(({ code }) => linkKey(domainId, code))
    })
    await eventually(async () => expect(await missing(visited)).toEqual([]), returnMostMs)
    console.log(`${visitsChecked} visited links are in Redis ${(performance.now() - start).toFixed()} ms after a wipe`)
  }
  await clicker.stop()
  expect(clicker.sent.size).toBeGreaterThan(wipes * visitsChecked)
  expect(clicker.count('answered')).toBe(clicker.sent.size)
})

async function missing(keys: readonly string[]): Promise<string[]> {
  const present = await Promise.all(keys.map((key) => stack.redis.exists(key)))
  return keys.filter((_, index) => present[index] === 0)
}
