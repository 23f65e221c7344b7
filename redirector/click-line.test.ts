import { describe, expect, it } from 'vitest'
import { rawClickColumns, rawClickLimits } from '#schemas/clicks.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { clickLine } from './click-line.ts'

const link: LinkRecord = {
  rev: 1,
  link_id: 'the link',
  account_id: 'the account',
  url: 'https://example.org/',
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
}
const visitor = {
  address: '192.0.2.7',
  user_agent: 'agent',
  language: 'de',
  referrer: 'https://r.test/',
  purpose: 'prefetch',
}
const click = {
  clicked_at: 1_700_000_000_000,
  visitor_id: '42',
  method: 'GET',
  query: 'a=1',
  destination_url: 'https://example.org/?a=1',
}

function read(line: string): Record<string, string | undefined> {
  const fields = line.split('\t')
  expect(fields).toHaveLength(rawClickColumns.length)
  return Object.fromEntries(rawClickColumns.map((column, at) => [column, fields[at]]))
}

describe('clickLine', () => {
  it('has the columns of raw clicks in their order, and the network instead of the address', () => {
    expect(read(clickLine(link, visitor, click))).toEqual({
      clicked_at: '1700000000000',
      account_id: 'the account',
      link_id: 'the link',
      qr_code_id: '',
      test_id: '',
      variant_id: '',
      visitor_id: '42',
      ip_prefix: '192.0.2.0',
      method: 'GET',
      purpose: 'prefetch',
      user_agent: 'agent',
      language: 'de',
      referrer: 'https://r.test/',
      query: 'a=1',
      destination_url: 'https://example.org/?a=1',
    })
  })

  it('names the test and the variant that led the visitor', () => {
    const test = { id: 'the test', secret: '', variants: [] }
    const led = { ...click, variant_id: 'the variant' }
    expect(read(clickLine({ ...link, extras: { test } }, visitor, led))).toMatchObject({
      test_id: 'the test',
      variant_id: 'the variant',
    })
    expect(read(clickLine({ ...link, extras: { test } }, visitor, click))).toMatchObject({
      test_id: '',
      variant_id: '',
    })
  })

  it('has no control characters of the client', () => {
    const nasty = 'a\tb\nc\rd\u0000e\u007ff'
    const line = clickLine(
      link,
      { ...visitor, user_agent: nasty, language: nasty, referrer: nasty, purpose: nasty },
      { ...click, query: nasty },
    )
    expect(read(line)).toMatchObject({ user_agent: 'a b c d e f', referrer: 'a b c d e f', query: 'a b c d e f' })
    expect(line).not.toMatch(/[^\P{Cc}\t]/u)
  })

  it('keeps what the client chooses within its limit', () => {
    const long = 'x'.repeat(20_000)
    const line = clickLine(
      link,
      { ...visitor, user_agent: long, language: long, referrer: long, purpose: long },
      { ...click, query: long, destination_url: long },
    )
    const click_ = read(line)
    for (const [column, limit] of Object.entries(rawClickLimits)) expect(click_[column]).toHaveLength(limit)
    expect(line.length).toBeLessThan(16_384)
  })
})
