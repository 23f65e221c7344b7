import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { admitVisit } from '../../redirector/visit/click-limit.ts'
import { Unavailable } from '../../redirector/visit/unavailable.ts'
import { agents, startBoth } from '../api/support/redirecting.ts'
import { eventually } from '../stack/eventually.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

const statuses = async (code: string, times: number, agent?: string) => {
  const seen: (number | undefined)[] = []
  for (let time = 0; time < times; time++) seen.push((await both.follow(code, agent)).status)
  return seen
}

describe('max_clicks', () => {
  it('allows this many visits, and no more', async () => {
    const { short_code } = await both.create({ max_clicks: 3 })
    expect(await statuses(short_code, 5)).toEqual([302, 302, 302, 410, 410])
  })

  it('allows exactly this many of concurrent visits', async () => {
    const { short_code } = await both.create({ max_clicks: 7 })
    const seen = await Promise.all(Array.from({ length: 60 }, () => both.follow(short_code)))
    expect(seen.filter(({ status }) => status === 302)).toHaveLength(7)
    expect(seen.filter(({ status }) => status === 410)).toHaveLength(53)
  })

  it('is not used up by bots, HEAD and prefetch, but applies to them too', async () => {
    const { short_code } = await both.create({ max_clicks: 1 })
    expect(await statuses(short_code, 3, agents.google)).toEqual([302, 302, 302])
    const { status } = await both.follow(short_code, agents.laptop, { method: 'HEAD' })
    const ahead = await both.follow(short_code, agents.laptop, { headers: { 'sec-purpose': 'prefetch' } })
    expect([status, ahead.status]).toEqual([302, 302])
    expect(await statuses(short_code, 2)).toEqual([302, 410])
    expect(await statuses(short_code, 1, agents.google)).toEqual([410])
  })

  it('redirects to expired_url', async () => {
    const { short_code } = await both.create({ max_clicks: 1, expired_url: 'https://example.com/late' })
    await both.follow(short_code)
    const { status, headers } = await both.follow(short_code)
    expect([status, headers.location]).toEqual([302, 'https://example.com/late'])
  })

  it('continues to count when it is raised, and restarts after a time without a limit', async () => {
    const { id, short_code } = await both.create({ max_clicks: 2 })
    expect(await statuses(short_code, 3)).toEqual([302, 302, 410])
    await both.update(id, { max_clicks: 3 })
    expect(await statuses(short_code, 2)).toEqual([302, 410])
    for (const stored of [5, 8]) {
      await both.update(id, { max_clicks: null })
      expect(await statuses(short_code, 2)).toEqual([302, 302])
      await both.stores.sql`update link_counts set clicks = ${stored} where link_id = ${id}`
      await both.update(id, { max_clicks: stored + 1 })
      expect(await statuses(short_code, 2)).toEqual([302, 410])
    }
  })

  it('is counted from stored clicks after Redis lost its counter', async () => {
    const { id, short_code } = await both.create({ max_clicks: 3 })
    await statuses(short_code, 2)
    await both.stores.sql`update link_counts set clicks = 2 where link_id = ${id}`
    await both.stores.redis.flushdb()
    expect(await statuses(short_code, 2)).toEqual([302, 410])
  })

  it('appears in the status of the record and of the list', async () => {
    const { id } = await both.create({ max_clicks: 2, tags: ['limited'] })
    await both.stores.sql`update link_counts set clicks = 2 where link_id = ${id}`
    expect((await both.ask('GET', `/short-urls/${id}`)).json.data.status).toBe('limit_reached')
    const idsOf = async (status: string) =>
      (await both.ask('GET', `/short-urls?tags=limited&status=${status}`)).json.data.map(
        (link: { id: string }) => link.id,
      )
    expect([await idsOf('limit_reached'), await idsOf('active')]).toEqual([[id], []])
  })

  it('appears in the status of an untracked link, whose clicks are not stored, until it is raised', async () => {
    const { id, short_code } = await both.create({ max_clicks: 2, tracking_enabled: false, tags: ['untracked'] })
    const statusOf = async () => (await both.ask('GET', `/short-urls/${id}`)).json.data.status
    const listed = async () => (await both.ask('GET', '/short-urls?tags=untracked&status=limit_reached')).json.data
    expect([await statuses(short_code, 1), await statusOf()]).toEqual([[302], 'active'])
    expect(await statuses(short_code, 1)).toEqual([302])
    await eventually(async () => expect(await statusOf()).toBe('limit_reached'))
    expect(await listed()).toMatchObject([{ id, click_count: 0 }])
    await both.stores.redis.flushdb()
    expect(await statuses(short_code, 2)).toEqual([410, 410])
    expect((await both.update(id, { max_clicks: 3 })).status).toBe('active')
    expect(await statuses(short_code, 2)).toEqual([302, 410])
    await eventually(async () => expect(await statusOf()).toBe('limit_reached'))
    await both.update(id, { max_clicks: null })
    expect((await both.update(id, { max_clicks: 1 })).status).toBe('active')
    expect(await statuses(short_code, 2)).toEqual([302, 410])
  })

  it('is reported by the refused visit of an untracked link if that of the last one was lost', async () => {
    const { id, short_code } = await both.create({ max_clicks: 1, tracking_enabled: false })
    await both.stores.sql.begin(async (tx) => {
      await tx`select from links where id = ${id} for update`
      expect(await statuses(short_code, 1)).toEqual([302])
    })
    await both.stores.sql`update links set limit_used = null where id = ${id}`
    // A link is loaded again after two seconds.
    await eventually(async () => {
      expect(await statuses(short_code, 1)).toEqual([410])
      expect((await both.ask('GET', `/short-urls/${id}`)).json.data.status).toBe('limit_reached')
    })
  })

  const countersOf = (id: string) => both.stores.redis.keys(`visits:${id}:*`)
  /** Seconds without a visit after which the count is forgotten; -1: never. */
  async function ttlOf(id: string) {
    const [counter = ''] = await countersOf(id)
    return await both.stores.redis.ttl(counter)
  }

  it('never forgets visits of an untracked link, also after the link is tracked', async () => {
    const link = await both.create({ max_clicks: 9, tracking_enabled: false })
    const tracked = await both.create({ max_clicks: 9 })
    for (const { short_code } of [link, tracked]) expect(await statuses(short_code, 1)).toEqual([302])
    expect(await ttlOf(link.id)).toBe(-1)
    expect(await ttlOf(tracked.id), 'Postgres has its clicks').toBeGreaterThan(0)
    for (const [{ id, short_code }, tracking_enabled] of [
      [link, true],
      [tracked, false],
    ] as const) {
      await both.update(id, { tracking_enabled })
      expect(await statuses(short_code, 1)).toEqual([302])
      expect(await ttlOf(id)).toBe(-1)
    }
  })

  it('leaves no counter behind when it is removed, or its link is deleted', async () => {
    const { id, short_code } = await both.create({ max_clicks: 2, tracking_enabled: false })
    for (const end of [
      () => both.update(id, { max_clicks: null }),
      async () => expect((await both.ask('DELETE', `/short-urls/${id}`)).status).toBe(200),
    ]) {
      await both.update(id, { max_clicks: 2 })
      expect(await statuses(short_code, 1)).toEqual([302])
      expect(await countersOf(id)).toHaveLength(1)
      await both.update(id, { max_clicks: 3 })
      expect(await countersOf(id), 'a changed limit keeps its count').toHaveLength(1)
      await end()
      expect(await countersOf(id)).toEqual([])
    }
  })

  it('allows no visits while clicks cannot be counted', async () => {
    const away = connectRedis('redis://127.0.0.1:1', { name: 'test' })
    away.on('error', () => undefined)
    const link = { link_id: uuidv7() } as Parameters<typeof admitVisit>[1]
    const asked = admitVisit({ sql: both.stores.sql, redis: away }, link, { most: 1, since: 1 }, true)
    await expect(asked).rejects.toBeInstanceOf(Unavailable)
    away.disconnect()
  })
})
