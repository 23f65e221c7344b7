import { expect, it } from 'vitest'
import { type DescribedLink, describeLink, shortUrlOf } from './describe-link.ts'

const created = new Date('2026-01-01T00:00:00Z')
const link: DescribedLink = {
  id: '01900000-0000-7000-8000-000000000000',
  code: 'spring',
  is_custom_alias: true,
  url: 'https://example.com/',
  name: null,
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
  description: null,
  tags: [],
  archived: false,
  indexing: true,
  campaign_id: null,
  external_id: null,
  is_active: true,
  starts_at: null,
  expired_url: null,
  max_clicks: null,
  limited_since: null,
  limit_used: null,
  winner_variant_id: null,
  rules_secret: null,
  numbered_since: null,
  targeting_rules: [],
  schedules: [],
  fallback_url: null,
  use_fallback_when_dead: false,
  password_hash: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  ios_url: null,
  android_url: null,
  og: null,
  qr_code_id: null,
  ab_test_id: null,
  destination_health: null,
  trashed_at: null,
  quarantined_at: null,
  quarantine_reason: null,
  created_at: created,
  updated_at: created,
  clicks: 7,
  last_clicked_at: null,
  domain: { type: 'standard', host: 'sho.rt' },
  stored: null,
}
const addresses = { BASE_URL: 'https://app.sho.rt', BASE_DOMAIN: 'sho.rt:8443' }

it('uses the scheme of BASE_URL, and adds the port of the base domain below it', () => {
  expect(shortUrlOf(addresses, { type: 'standard', host: 'sho.rt' }, 'x')).toBe('https://sho.rt:8443/x')
  expect(shortUrlOf(addresses, { type: 'subdomain', host: 'shop.sho.rt' }, 'x')).toBe('https://shop.sho.rt:8443/x')
  expect(shortUrlOf(addresses, { type: 'branded', host: 'go.example' }, 'x')).toBe('https://go.example/x')
})

it('shows the domain by its type', () => {
  const on = (domain: DescribedLink['domain']) => describeLink({ ...link, domain }, addresses, 0)
  expect(on({ type: 'standard', host: 'sho.rt' })).toMatchObject({ subdomain: null, branded_domain: null })
  expect(on({ type: 'subdomain', host: 'shop.sho.rt' })).toMatchObject({ subdomain: 'shop', branded_domain: null })
  expect(on({ type: 'branded', host: 'go.example' })).toMatchObject({ subdomain: null, branded_domain: 'go.example' })
})

it('treats a link as expired from its exact expiration date, and as started from its start date', () => {
  const at = (now: number) =>
    describeLink({ ...link, starts_at: new Date(500), expires_at: new Date(1_000) }, addresses, now).status
  expect([at(499), at(500), at(999), at(1_000)]).toEqual(['scheduled', 'active', 'active', 'expired'])
})

it('reports the first status that applies', () => {
  const status = (special: Partial<DescribedLink>) =>
    describeLink({ ...link, max_clicks: 7, ...special }, addresses, 1_000).status
  expect(status({ clicks: 6 })).toBe('active')
  expect(status({})).toBe('limit_reached')
  expect(status({ expires_at: new Date(1) })).toBe('expired')
  expect(status({ expires_at: new Date(1), starts_at: new Date(2_000) })).toBe('scheduled')
  expect(status({ starts_at: new Date(2_000), is_active: false })).toBe('disabled')
})

it('reveals only whether there is a password', () => {
  const record = describeLink({ ...link, password_hash: '$argon2id$secret' }, addresses, 0)
  expect(record.is_password_protected).toBe(true)
  expect(JSON.stringify(record)).not.toContain('argon2id')
})

it('omits a last click that never happened, and returns null for counts it does not have', () => {
  expect(describeLink(link, addresses, 0)).not.toHaveProperty('last_clicked_at')
  expect(describeLink(link, addresses, 0)).toMatchObject({ click_count: 7, stored_clicks: 7, actual_clicks: null })
  const stored = { actual_clicks: 6, unique_visitors: 2 }
  expect(describeLink({ ...link, stored }, addresses, 0)).toMatchObject({ ...stored, click_count: 7 })
})
