import { expect, it } from 'vitest'
import { emptyForm } from './draft.ts'
import { followDomain, isPrefilled, noPrefill, prefillOf } from './prefill.ts'

const defaults = {
  domain_id: 'standard',
  redirect_type: 301,
  tags: ['sale', 'spring'],
  campaign_id: null,
  utm_template_id: null,
  expires_in_days: null,
  forward_query: false,
  tracking_enabled: true,
} as const
const plain = { ...defaults, tags: [...defaults.tags] }

it('defaults become values of the form', () => {
  expect(prefillOf(plain, undefined, 0)).toEqual({
    ...noPrefill,
    redirect_type: '301',
    tags: 'sale, spring',
    forward_query: false,
  })
  const moment = prefillOf({ ...plain, expires_in_days: 2 }, undefined, Date.parse('2030-01-01T10:00:00Z')).expires_at
  expect(moment).toMatch(/^2030-01-0[234]T\d\d:00$/)
  const template = { utm_source: 'mail', utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }
  expect(prefillOf(plain, template, 0)).toMatchObject({ utm_source: 'mail', utm_medium: '' })
  expect([isPrefilled(prefillOf(plain, undefined, 0)), isPrefilled(prefillOf(undefined, undefined, 0))]).toEqual([
    true,
    false,
  ])
})

it('untouched fields follow the domain, and touched ones stay', () => {
  const [one, other] = [prefillOf(plain, undefined, 0), { ...noPrefill, tags: 'other', redirect_type: '307' }]
  const filled = { ...emptyForm('https://example.com'), ...one, tags: 'typed' }
  expect(followDomain(filled, one, other)).toEqual({ redirect_type: '307', forward_query: true })
  expect(followDomain({ ...filled, forward_query: true }, one, noPrefill)).toEqual({ redirect_type: '302' })
})
