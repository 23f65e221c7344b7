import { describe, expect, it } from 'vitest'
import type { LinkRecord } from '#schemas/link-record.ts'
import { headerValue } from './answer.ts'
import { answerOf, type KnownLink, knownLink } from './known-link.ts'

const record: LinkRecord = {
  rev: 1,
  link_id: 'the link',
  account_id: 'the account',
  url: 'https://example.org/ä',
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
}
const usual = { kind: 'redirect', url: record.url, status: 302 } as const

const plain = { open: (_: string, stored: string) => stored }

function know(): KnownLink {
  const link = knownLink({ ...record }, plain)
  if (link === null) throw new Error('no link')
  return link
}

describe('a link in memory', () => {
  it('is not found if its URL cannot be sent in a header', () => {
    expect(knownLink({ ...record, url: 'javascript:alert(1)' }, plain)).toBeNull()
    expect(knownLink({ ...record, url: 'no address' }, plain)).toBeNull()
  })

  it('caches its response', () => {
    const link = know()
    const first = answerOf(link, usual)
    expect(answerOf(link, usual)).toBe(first)
    expect(first?.headers).toContainEqual(['Location', 'https://example.org/%C3%A4'])
  })

  it('does not use the cached response for a visit with another URL or status', () => {
    const link = know()
    for (let visit = 0; visit < 3; visit++) answerOf(link, usual)
    expect(answerOf(link, { ...usual, url: 'https://example.org/other' })?.headers).toContainEqual([
      'Location',
      'https://example.org/other',
    ])
    expect(answerOf(link, { ...usual, status: 303 })?.status).toBe(303)
    expect(answerOf(link, { ...usual, cookie: headerValue('a=1') })?.headers).toContainEqual(['Set-Cookie', 'a=1'])
  })
})
