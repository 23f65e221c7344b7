import { describe, expect, it } from 'vitest'
import type { RawClick } from '#schemas/clicks.ts'
import { clickBatch, googlebotAgent, rawClick } from '../../test/factories/click-batch.ts'
import type { Step } from './click.ts'
import { decodeBatch } from './decode-batch.ts'
import { createSteps, enrich } from './enrich.ts'
import { dropDeleted } from './steps/drop-deleted.ts'

const steps = createSteps({
  findPlace: (prefix) => ({ country_code: prefix === '::' ? 'xx' : 'ci', country: prefix, region: '', city: '' }),
  ownHosts: new Set(['go.example:8080']),
})

async function enrichOne(special: Partial<RawClick>) {
  const [row] = (await enrich(clicksOf([rawClick(special)]), steps)).rows
  if (row === undefined) throw new Error('the click was dropped')
  return row
}

function clicksOf(raw: readonly RawClick[]) {
  const decoded = decodeBatch(clickBatch(raw))
  return decoded.kind === 'clicks' ? decoded.clicks : []
}

describe('the enrichment steps', () => {
  it('classify by the request before the user agent', async () => {
    expect(await enrichOne({ method: 'HEAD' })).toMatchObject({ traffic: 'bot', bot_reason: 'head', browser: 'Chrome' })
    expect(await enrichOne({ purpose: 'prefetch' })).toMatchObject({ traffic: 'bot', bot_reason: 'prefetch' })
    expect(await enrichOne({ user_agent: googlebotAgent })).toMatchObject({ traffic: 'bot', bot_reason: 'crawler' })
    expect(await enrichOne({ user_agent: 'curl/8.5.0' })).toMatchObject({ traffic: 'unknown', bot_reason: '' })
  })

  it('cache a user agent without the request', async () => {
    await enrichOne({
      method: 'HEAD',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    })
    const row = await enrichOne({
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    })
    expect(row).toMatchObject({ traffic: 'human', bot_reason: '', browser: 'Firefox', os: 'Linux' })
  })

  it('look up the location of the network', async () => {
    expect(await enrichOne({ ip_prefix: '192.0.2.0' })).toMatchObject({ country_code: 'ci', country: '192.0.2.0' })
  })

  it('look up the continent of the location', async () => {
    expect((await enrichOne({ ip_prefix: '192.0.2.0' })).continent).toBe('Africa')
    expect(await enrichOne({ ip_prefix: '::' })).toMatchObject({ country_code: 'xx', continent: '' })
  })

  it('store a referrer without a username and password', async () => {
    const row = await enrichOne({ referrer: 'https://ada:secret@example.com/a' })
    expect(row).toMatchObject({ referrer: 'https://example.com/a', referrer_domain: 'example.com' })
  })

  it('ignore our own pages as referrers', async () => {
    expect(await enrichOne({ referrer: 'http://go.example:8080/promo' })).toMatchObject({
      source: 'Direct',
      referrer: '',
      referrer_domain: '',
    })
    expect(await enrichOne({ referrer: 'http://go.example/' })).toMatchObject({ source: 'Referral' })
  })

  it('prefer utm_medium=email over the referrer, even from the destination', async () => {
    expect(await enrichOne({ destination_url: 'https://example.com/?utm_medium=email' })).toMatchObject({
      source: 'Email',
      utm_medium: 'email',
      referrer_domain: 'google.com',
    })
  })
})

describe('a list of steps', () => {
  it('stops for a click at the first step that drops it, and counts drops by reason', async () => {
    const clicks = clicksOf([rawClick(), rawClick(), rawClick()])
    const gone = new Set(clicks.slice(1).map(({ row }) => row.link_id))
    let reached = 0
    const countReached: Step = () => {
      reached += 1
      return undefined
    }
    const { rows, dropped } = await enrich(clicks, [dropDeleted(gone), countReached])
    expect({ rows: rows.length, reached, dropped: [...dropped] }).toEqual({
      rows: 1,
      reached: 1,
      dropped: [['link-deleted', 2]],
    })
  })

  it('lets other work have its turn during a large batch', async () => {
    const clicks = clicksOf(Array.from({ length: 10 }, () => rawClick()))
    const order: string[] = []
    const slow: Step = () => {
      const end = performance.now() + 5
      while (performance.now() < end);
      order.push('click')
      return undefined
    }
    const other = setImmediate(() => order.push('other'))
    const { rows } = await enrich(clicks, [slow])
    clearImmediate(other)
    expect(rows).toHaveLength(10)
    expect(order.indexOf('other')).toBeGreaterThan(0)
  })
})
