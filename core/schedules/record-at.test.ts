import { describe, expect, it } from 'vitest'
import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import { recordAt } from './record-at.ts'

const base: LinkRecord = {
  rev: 1,
  link_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  account_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c',
  url: 'https://example.org/first',
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
}
const rules = { list: [], fallback_url: 'https://example.org/rules' }
const others = { list: [], fallback_url: 'https://example.org/others' }
const password_hash = 'hash'

type Later = NonNullable<LinkExtras['later']>

const withLater = (later: Later, extras: LinkExtras = {}): LinkRecord => ({ ...base, extras: { ...extras, later } })

/** The destination and the options at a time, without the later changes. */
const stateAt = (record: LinkRecord, now: number) => {
  const { url, extras: { later: _, ...extras } = {} } = recordAt(record, now)
  return { url: url.replace('https://example.org/', ''), ...extras }
}

describe('recordAt', () => {
  it('returns the record itself as long as nothing is due', () => {
    const record = withLater([{ at: 1000, url: 'https://example.org/second' }])
    expect(recordAt(base, 1000)).toBe(base)
    expect(recordAt(record, 999)).toBe(record)
  })

  const first = { url: 'first' }
  const link = withLater(
    [
      { at: 1000, url: 'https://example.org/second' },
      { at: 2000, extras: { disabled: true } },
      { at: 3000, url: 'https://example.org/third', extras: { disabled: null, rules } },
      { at: 4000, extras: { rules: others, ios_url: 'https://example.org/ios' } },
      { at: 5000, url: 'https://example.org/first', extras: { rules: null, ios_url: null, password_hash } as object },
    ],
    { password_hash },
  )
  it.each([
    [0, { ...first, password_hash }],
    [999, { ...first, password_hash }],
    [1000, { url: 'second', password_hash }],
    [1999, { url: 'second', password_hash }],
    [2000, { url: 'second', password_hash, disabled: true }],
    [3000, { url: 'third', password_hash, rules }],
    [4000, { url: 'third', password_hash, rules: others, ios_url: 'https://example.org/ios' }],
    [4999, { url: 'third', password_hash, rules: others, ios_url: 'https://example.org/ios' }],
    [5000, { ...first, password_hash }],
    [Number.MAX_SAFE_INTEGER, { ...first, password_hash }],
  ])('at %i, has all changes up to then and no other', (now, state) => {
    expect(stateAt(link, now)).toEqual(state)
  })

  it('gives the same record whether or not an earlier state was read, even if the clock goes back', () => {
    for (const now of [5000, 1000, 4000, 0, 2000]) {
      expect(recordAt(recordAt(link, now), 4000)).toEqual(recordAt(link, Math.max(now, 4000)))
      expect(recordAt(link, now)).toEqual(recordAt(structuredClone(link), now))
    }
  })

  it('has no options after the last change of a link without options', () => {
    const record = withLater([{ at: 1000, url: 'https://example.org/second' }])
    expect(recordAt(record, 1000)).toEqual({ ...base, url: 'https://example.org/second' })
    expect(record).toEqual(withLater([{ at: 1000, url: 'https://example.org/second' }]))
  })
})
