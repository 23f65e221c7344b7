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

function enrichOne(special: Partial<RawClick>) {
  const [row] = enrich(clicksOf([rawClick(special)]), steps).rows
  if (row === undefined) throw new Error('the click was dropped')
  return row
}

function clicksOf(raw: readonly RawClick[]) {
  const decoded = decodeBatch(clickBatch(raw))
  return decoded.kind === 'clicks' ? decoded.clicks : []
}

describe('the enrichment steps', () => {
  it('classify by the request before the user agent', () => {
    expect(enrichOne({ method: 'HEAD' })).toMatchObject({ traffic: 'bot', bot_reason: 'head', browser: 'Chrome' })
    expect(enrichOne({ purpose: 'prefetch' })).toMatchObject({ traffic: 'bot', bot_reason: 'prefetch' })
    expect(enrichOne({ user_agent: googlebotAgent })).toMatchObject({ traffic: 'bot', bot_reason: 'crawler' })
    expect(enrichOne({ user_agent: 'curl/8.5.0' })).toMatchObject({ traffic: 'unknown', bot_reason: '' })
  })

  it('cache a user agent without the request', () => {
    enrichOne({ method: 'HEAD', user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' })
    const row = enrichOne({ user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0' })
    expect(row).toMatchObject({ traffic: 'human', bot_reason: '', browser: 'Firefox', os: 'Linux' })
  })

  it('look up the location of the network', () => {
    expect(enrichOne({ ip_prefix: '192.0.2.0' })).toMatchObject({ country_code: 'ci', country: '192.0.2.0' })
  })

  it('look up the continent of the location', () => {
    expect(enrichOne({ ip_prefix: '192.0.2.0' }).continent).toBe('Africa')
    expect(enrichOne({ ip_prefix: '::' })).toMatchObject({ country_code: 'xx', continent: '' })
  })

  it('store a referrer without a username and password', () => {
    const row = enrichOne({ referrer: 'https://ada:secret@example.com/a' })
    expect(row).toMatchObject({ referrer: 'https://example.com/a', referrer_domain: 'example.com' })
  })

  it('ignore our own pages as referrers', () => {
    expect(enrichOne({ referrer: 'http://go.example:8080/promo' })).toMatchObject({
      source: 'Direct',
      referrer: '',
      referrer_domain: '',
    })
    expect(enrichOne({ referrer: 'http://go.example/' })).toMatchObject({ source: 'Referral' })
  })

  it('prefer utm_medium=email over the referrer, even from the destination', () => {
    expect(enrichOne({ destination_url: 'https://example.com/?utm_medium=email' })).toMatchObject({
      source: 'Email',
      utm_medium: 'email',
      referrer_domain: 'google.com',
    })
  })
})

describe('a list of steps', () => {
  it('stops for a click at the first step that drops it, and counts drops by reason', () => {
    const clicks = clicksOf([rawClick(), rawClick(), rawClick()])
    const gone = new Set(clicks.slice(1).map(({ row }) => row.link_id))
    let reached = 0
    const countReached: Step = () => {
      reached += 1
      return undefined
    }
    const { rows, dropped } = enrich(clicks, [dropDeleted(gone), countReached])
    expect({ rows: rows.length, reached, dropped: [...dropped] }).toEqual({
      rows: 1,
      reached: 1,
      dropped: [['link-deleted', 2]],
    })
  })
})
