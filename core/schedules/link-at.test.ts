import { describe, expect, it } from 'vitest'
import { linkAt } from './link-at.ts'

const at = (ms: number) => new Date(ms).toISOString()
const id = '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e0f'
const second = { id, at: at(1000), changes: { url: 'https://example.org/second', is_active: false } }
const third = { id, at: at(2000), changes: { is_active: true, ios_url: null } }
const link = {
  url: 'https://example.org/first',
  is_active: true,
  ios_url: 'https://example.org/ios',
  android_url: null,
  targeting_rules: [],
  fallback_url: null,
  schedules: [second, third],
  trashed_at: null as Date | null,
  winner_variant_id: 'winner' as string | null,
}

describe('linkAt', () => {
  it('returns the link itself as long as nothing is due', () => {
    expect(linkAt(link, 999)).toBe(link)
  })

  it('applies the due changes, and keeps the rest', () => {
    const moved = { ...link, url: second.changes.url, winner_variant_id: null }
    expect(linkAt(link, 1000)).toEqual({ ...moved, is_active: false, schedules: [third] })
    expect(linkAt(link, 2000)).toEqual({ ...moved, ios_url: null, schedules: [] })
  })

  it('keeps the redirect to a winner if the destination stays the same', () => {
    const same = { ...second, changes: { url: link.url } }
    expect(linkAt({ ...link, schedules: [same] }, 1000).winner_variant_id).toBe('winner')
  })

  it('applies nothing in the trash', () => {
    const trashed = { ...link, trashed_at: new Date(500) }
    expect(linkAt(trashed, 5000)).toBe(trashed)
  })
})
