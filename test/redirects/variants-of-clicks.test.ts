import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import {
  account,
  agentOf,
  all,
  create,
  destinationOf,
  makeLink,
  move,
  useExperiments,
} from '../api/support/experiments.ts'
import { agents } from '../api/support/redirecting.ts'
import { eventually } from '../stack/eventually.ts'

useExperiments()

const row = z.object({ test_id: z.string(), variant_id: z.string(), url: z.string(), click_id: z.string() })

const clicksOf = async (linkId: string) =>
  await all.stores.ch.query(
    ch`
      select test_id, variant_id, destination_url as url, click_id
      from clicks
      where account_id = ${uuid(account.id)} and link_id = ${uuid(linkId)}`,
    row,
  )

describe('a click of a test', () => {
  it('contains the test and the variant that the visitor was sent to', async () => {
    const test = await create()
    await destinationOf(test.path, agentOf(0))
    await move(test.id, 'start')
    const seen = await Promise.all(Array.from({ length: 20 }, (_, number) => destinationOf(test.path, agentOf(number))))
    await eventually(async () => expect(await clicksOf(test.primary_url_id)).toHaveLength(21))
    const clicks = await clicksOf(test.primary_url_id)
    expect(clicks.filter(({ test_id }) => test_id === noId)).toMatchObject([{ variant_id: noId }])
    const tested = clicks.filter(({ test_id }) => test_id === test.id)
    expect(tested.map(({ url }) => url).sort()).toEqual(seen.sort())
    for (const { id, destination_url } of test.variants) {
      const led = tested.filter(({ url }) => url === destination_url)
      expect(led.every(({ variant_id }) => variant_id === id)).toBe(true)
      expect(led.length).toBeGreaterThan(0)
    }
  })

  it('conversions_enabled: the destination gets a different ?click_id= each time', async () => {
    const test = await create({
      conversions_enabled: true,
      variants: [{ destination_url: 'https://example.com/a?x=1#top' }, { destination_url: 'https://example.com/b' }],
    })
    await move(test.id, 'start')
    const visits = await Promise.all(
      Array.from({ length: 20 }, (_, number) => destinationOf(`${test.path}?y=2&click_id=mine`, agentOf(number))),
    )
    const urls = visits.map((location) => new URL(location ?? ''))
    const tokens = urls.map((url) => url.searchParams.getAll('click_id'))
    expect(tokens.every((values) => values.length === 1 && /^[\w-]{64}$/.test(values[0] ?? ''))).toBe(true)
    expect(new Set(tokens.flat()).size).toBe(20)
    const led = urls.find(({ pathname }) => pathname === '/a')
    expect([led?.searchParams.get('x'), led?.searchParams.get('y'), led?.hash]).toEqual(['1', '2', '#top'])
    await eventually(async () => expect(await clicksOf(test.primary_url_id)).toHaveLength(20))
    const stored = await clicksOf(test.primary_url_id)
    const told = tokens.flat().map((token) => Buffer.from(token, 'base64url').toString('hex', 0, 16))
    expect(stored.map(({ click_id }) => click_id.replaceAll('-', '')).sort()).toEqual(told.sort())
    expect(stored.every(({ url }) => !/click_id=[\w-]{64}/.test(url))).toBe(true)
  })

  it('without conversions, the destination gets no click_id', async () => {
    const test = await create()
    await move(test.id, 'start')
    expect(await destinationOf(test.path, agentOf(1))).toMatch(/^https:\/\/example\.com\/[ab]$/)
  })

  it('a running test takes precedence over iOS and Android destinations, until it is paused', async () => {
    const link = await makeLink({ ios_url: 'https://example.com/ios' })
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    expect(await destinationOf(link.short_code, agents.iphone)).toMatch(/\/[ab]$/)
    await eventually(async () => expect(await clicksOf(link.id)).toHaveLength(1))
    expect(await clicksOf(link.id)).toEqual([expect.objectContaining({ test_id: test.id })])
    await move(test.id, 'pause')
    expect(await destinationOf(link.short_code, agents.iphone)).toBe('https://example.com/ios')
    await eventually(async () => expect(await clicksOf(link.id)).toHaveLength(2))
    const clicks = await clicksOf(link.id)
    expect(clicks.find(({ url }) => url.endsWith('/ios'))).toMatchObject({ test_id: noId, variant_id: noId })
  })

  it('UTM parameters and query of the short URL also apply to its variants', async () => {
    const link = await makeLink({ utm_source: 'news' })
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    const url = new URL((await destinationOf(`${link.short_code}?q=1`, agentOf(1))) ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({ utm_source: 'news', q: '1' })
  })

  it('a preview shows the destination without the test, and records nothing', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    expect((await all.follow(`${link.short_code}+`, agentOf(1))).body).toContain('https://example.com/original')
  })
})
