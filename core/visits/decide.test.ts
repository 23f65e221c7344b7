import { describe, expect, it } from 'vitest'
import type { LinkRecord } from '#schemas/link-record.ts'
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
  it('finds nothing where there is no link', () => {
    expect(decide(null, '', 0)).toEqual({ kind: 'not-found' })
  })

  it('leads to the destination with the status of the link', () => {
    expect(decide({ ...link, redirect_type: 308 }, '', 0)).toEqual({ kind: 'redirect', url: link.url, status: 308 })
  })

  it('treats the expiry instant itself as expired', () => {
    expect(decide({ ...link, expires_at: 1000 }, '', 999)).toMatchObject({ kind: 'redirect' })
    expect(decide({ ...link, expires_at: 1000 }, '', 1000)).toEqual({ kind: 'expired' })
  })

  it('forwards the query of the visit', () => {
    expect(decide(link, 'a=2&b=3', 0)).toMatchObject({ url: 'https://example.org/page?a=2&b=3' })
  })

  it('forwards no query where the link does not want it', () => {
    expect(decide({ ...link, forward_query: false }, 'a=2', 0)).toMatchObject({ url: link.url })
  })
})
