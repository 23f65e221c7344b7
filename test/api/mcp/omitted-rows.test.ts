import { expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, connectCurrent, stores, useMcp } from '../support/mcp.ts'

useMcp()

it('counts the rows that a breakdown omits, unless its report may not list all of them', async () => {
  const agent = await connectCurrent()
  const { told } = await agent.call('create_short_url', { url: 'https://example.com/many' })
  const click = { account_id: account.id, link_id: told.id, at: new Date().toISOString() }
  const clicks = Array.from({ length: 1_100 }, (_, index) => ({
    ...click,
    utm_term: `n${index}`,
    city: `n${index}`,
    browser: `b${index % 499}`,
    os: `o${index % 500}`,
    referrer_domain: `${index % 20}.example`,
  }))
  await storeClicks(stores.ch, clicks)
  const moreOf = async (by: string, limit: number) => {
    const answer = await agent.call('get_analytics_breakdown', { by, short_url_id: told.id, limit })
    expect(answer, by).toMatchObject({ isError: false })
    expect(answer.told.rows, by).toHaveLength(limit)
    return answer.told.more
  }
  expect(await moreOf('utm', 100)).toBe(1_000)
  expect(await moreOf('browser', 10)).toBe(489)
  expect(await moreOf('os', 10)).toBeNull()
  expect(await moreOf('city', 10)).toBeNull()
  expect(await moreOf('referrer_domain', 20)).toBeNull()
  expect(await moreOf('device_type', 1)).toBe(0)
  await agent.close()
})
