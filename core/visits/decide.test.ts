import { describe, expect, it } from 'vitest'
import type { LinkRecord } from '#schemas/link-record.ts'
import { factsOf } from '../rules/rules.fixture.ts'
import { decide } from './decide.ts'

const link: LinkRecord = {
  rev: 1,
  link_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  account_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c',
  url: 'https://example.org/page?a=1',
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
}

describe('decide', () => {
  it('returns not-found without a link', () => {
    expect(decide(null, '', 0)).toEqual({ kind: 'not-found' })
  })

  it('redirects to the destination with the redirect type of the link', () => {
    expect(decide({ ...link, redirect_type: 308 }, '', 0)).toEqual({ kind: 'redirect', url: link.url, status: 308 })
  })

  it('treats a link as expired from its exact expiration date', () => {
    expect(decide({ ...link, expires_at: 1000 }, '', 999)).toMatchObject({ kind: 'redirect' })
    expect(decide({ ...link, expires_at: 1000 }, '', 1000)).toEqual({ kind: 'expired', url: null })
  })

  it('forwards the query of the visit', () => {
    expect(decide(link, 'a=2&b=3', 0)).toMatchObject({ url: 'https://example.org/page?a=1&b=3' })
  })

  it('does not forward the query if the link disables it', () => {
    expect(decide({ ...link, forward_query: false }, 'a=2', 0)).toMatchObject({ url: link.url })
  })
})

describe('decide, for a link with options', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1'
  const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
  const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'
  const by = (user_agent: string, unlocked = false) => ({ address: '192.0.2.7', user_agent, unlocked })

  it('returns not-found for a disabled link, expired or not', () => {
    const extras = { disabled: true, expired_url: 'https://example.org/late' } as const
    expect(decide({ ...link, extras }, '', 0)).toEqual({ kind: 'not-found' })
    expect(decide({ ...link, expires_at: 1000, extras }, '', 1000)).toEqual({ kind: 'not-found' })
  })

  it('stops a link in quarantine, whatever its other settings are', () => {
    const extras = { quarantined: true, expired_url: 'https://example.org/late', disabled: true } as const
    for (const expires_at of [null, 0]) {
      expect(decide({ ...link, expires_at, extras }, '', 1000, by(laptop, true))).toEqual({ kind: 'quarantined' })
    }
  })

  it('returns not-found before the start date and redirects from it on', () => {
    const at = (now: number) => decide({ ...link, extras: { starts_at: 1000 } }, '', now).kind
    expect([at(999), at(1000)]).toEqual(['not-found', 'redirect'])
  })

  it('redirects to a variant of its test with the query of the visit, and reports the variant', () => {
    const test = { id: 't', secret: '00', variants: [{ id: 'v', url: 'https://example.org/v', weight: 100 }] }
    expect(decide({ ...link, extras: { test } }, 'b=1', 0, by(laptop))).toEqual({
      kind: 'redirect',
      url: 'https://example.org/v?b=1',
      status: 302,
      variant_id: 'v',
    })
  })

  it('sends all visitors except previews to the test, even on a device with its own destination', () => {
    const test = { id: 't', secret: '00', variants: [{ id: 'v', url: 'https://example.org/v', weight: 100 }] }
    const tested = { ...link, extras: { test, ios_url: 'https://example.org/ios' } }
    expect(decide(tested, '', 0)).toEqual({ kind: 'redirect', url: link.url, status: 302 })
    expect(decide(tested, '', 0, by(iphone))).toMatchObject({ url: 'https://example.org/v', variant_id: 'v' })
  })

  it('asks search engines not to index a link, whatever its destination', () => {
    const ios_url = 'https://apps.example/'
    const phone = {
      address: null,
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)',
      unlocked: false,
    }
    const plain = { ...link, extras: { indexing: false, ios_url } }
    expect(decide(plain, '', 0)).toMatchObject({ url: link.url, noindex: true })
    expect(decide(plain, '', 0, phone)).toMatchObject({ url: ios_url, noindex: true })
    expect(decide({ ...link, extras: { ios_url } }, '', 0, phone)).not.toHaveProperty('noindex')
  })

  it('returns the URL for expired links', () => {
    const late = { ...link, expires_at: 1000, extras: { expired_url: 'https://example.org/late' } }
    expect(decide(late, 'a=2', 1000)).toEqual({ kind: 'expired', url: 'https://example.org/late' })
  })

  it('asks for the password only while the link is live', () => {
    const locked = { ...link, expires_at: 1000, extras: { password_hash: 'hash' } }
    expect(decide(locked, '', 0)).toEqual({ kind: 'locked' })
    expect(decide(locked, '', 0, by('', true))).toMatchObject({ kind: 'redirect' })
    expect(decide(locked, '', 1000)).toMatchObject({ kind: 'expired' })
  })

  it('redirects iOS and Android to their own destinations, with the query', () => {
    const extras = { ios_url: 'https://ios.example/', android_url: 'https://android.example/' }
    const to = (userAgent: string, chosen: object = extras) =>
      decide({ ...link, extras: chosen }, 'q=1', 0, by(userAgent))
    expect(to(iphone)).toMatchObject({ url: 'https://ios.example/?q=1' })
    expect(to(pixel)).toMatchObject({ url: 'https://android.example/?q=1' })
    expect(to(laptop)).toMatchObject({ url: 'https://example.org/page?a=1&q=1' })
    expect(to(pixel, { ios_url: extras.ios_url })).toMatchObject({ url: 'https://example.org/page?a=1&q=1' })
  })
})

describe('decide, for a link with targeting rules', () => {
  const rule = {
    id: 'the rule',
    match: 'all' as const,
    conditions: [{ type: 'country' as const, operator: 'in' as const, value: ['de'] }],
    url: 'https://example.org/de',
  }
  const test = { id: 't', secret: '00', variants: [{ id: 'v', url: 'https://example.org/v', weight: 100 }] }
  const extras = { rules: { list: [rule] }, test, ios_url: 'https://example.org/ios' }
  const from = (country: string) => ({
    address: '192.0.2.7',
    user_agent: 'iPhone',
    unlocked: false,
    facts: factsOf({ country }),
  })

  it('redirects to the destination of the rule, with the query, and reports the rule', () => {
    expect(decide({ ...link, extras }, 'b=1', 0, from('de'))).toEqual({
      kind: 'redirect',
      url: 'https://example.org/de?b=1',
      status: 302,
      rule_id: 'the rule',
    })
  })

  it('continues with the test, and then with the destination for the system, if no rule is true', () => {
    expect(decide({ ...link, extras }, '', 0, from('at'))).toMatchObject({ variant_id: 'v' })
    const { test: _, ...untested } = extras
    expect(decide({ ...link, extras: untested }, '', 0, from('at'))).toMatchObject({ url: 'https://example.org/ios' })
  })

  it('redirects to the fallback URL before the test', () => {
    const rules = { list: [rule], fallback_url: 'https://example.org/others' }
    const decision = decide({ ...link, extras: { ...extras, rules } }, '', 0, from('at'))
    expect(decision).toEqual({ kind: 'redirect', url: 'https://example.org/others', status: 302 })
  })

  it('asks no rule for a preview, or for a link that is closed', () => {
    const preview = { address: null, user_agent: '', unlocked: false }
    expect(decide({ ...link, extras: { rules: { list: [rule] } } }, '', 0, preview)).toMatchObject({ url: link.url })
    expect(decide({ ...link, extras: { ...extras, disabled: true } }, '', 0, from('de')).kind).toBe('not-found')
  })
})
