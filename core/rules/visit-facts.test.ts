import { describe, expect, it } from 'vitest'
import { parseAgent } from '../visits/parse-agent.ts'
import { LazyFacts, type RawVisit } from './visit-facts.ts'

const raw: RawVisit = {
  address: '81.2.69.7',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  accept_language: 'de;q=0.4, pt-BR;q=0.9',
  referrer: 'https://www.News.example:8443/a',
  query: 'ref=a%20b&x',
  now: 1,
  is_qr_scan: true,
  visitor: 'new',
  click_number: 3,
}
const place = { country_code: 'gb', region: 'England', city: 'London' }
const factsOf = (visit: Partial<RawVisit> = {}) =>
  new LazyFacts({ ...raw, ...visit }, { findPlace: () => place, parseAgent, ownHosts: new Set(['go.example']) })

describe('the facts of a visit', () => {
  it('are derived from the request, in lower case', () => {
    const { country, region, city, continent, device_type, os, browser, language, referrer_domain } = factsOf()
    expect({ country, region, city, continent, device_type, os, browser, language, referrer_domain }).toEqual({
      country: 'gb',
      region: 'england',
      city: 'london',
      continent: 'Europe',
      device_type: 'mobile',
      os: 'ios',
      browser: 'safari',
      language: 'pt-br',
      referrer_domain: 'news.example',
    })
    expect([...factsOf().parameters]).toEqual([
      ['ref', 'a b'],
      ['x', ''],
    ])
  })

  it('do not contain referrers that are pages of Waymark, such as the password form', () => {
    expect(factsOf({ referrer: 'https://go.example/spring' }).referrer_domain).toBe('')
  })

  it('name what cannot be detected as reports do', () => {
    const { os, browser, device_type } = factsOf({ user_agent: '' })
    expect([os, browser, device_type]).toEqual(['unknown', 'unknown', 'other'])
  })
})

describe('the percentile of a visitor', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => factsOf({ address: `10.0.${index >> 8}.${index & 255}` }))

  it('is the same at every visit, and another in another rule or with another secret', () => {
    const [first, again] = [factsOf(), factsOf({ query: '', referrer: '' })].map((facts) =>
      facts.percentileIn({ id: 'a', secret: 's' }),
    )
    expect(first).toBe(again)
    const others = [
      { id: 'b', secret: 's' },
      { id: 'a', secret: 't' },
    ].map((rule) => factsOf().percentileIn(rule))
    expect(new Set([first, ...others]).size).toBe(3)
  })

  it.each([1, 25, 50, 90])('is below %i for this share of visitors, within four standard deviations', (percent) => {
    const share = percent / 100
    const below = ids.filter((facts) => facts.percentileIn({ id: 'a', secret: 's' }) < percent).length
    const deviation = Math.sqrt(ids.length * share * (1 - share))
    expect(Math.abs(below - ids.length * share)).toBeLessThan(4 * deviation)
  })

  it('in one rule does not depend on that in another', () => {
    const both = ids.filter(
      (facts) => facts.percentileIn({ id: 'a', secret: 's' }) < 50 && facts.percentileIn({ id: 'b', secret: 's' }) < 50,
    ).length
    expect(Math.abs(both - ids.length / 4)).toBeLessThan(4 * Math.sqrt((ids.length * 3) / 16))
  })
})
