import type { VisitFacts } from './visit-facts.ts'

/** The facts of a visit of which nothing else is known. */
export const factsOf = (given: Partial<VisitFacts> = {}): VisitFacts => ({
  country: '',
  region: '',
  city: '',
  continent: '',
  device_type: 'other',
  os: 'unknown',
  browser: 'unknown',
  language: '',
  referrer_domain: '',
  parameters: new URLSearchParams(),
  now: Date.parse('2026-11-25T12:00:00Z'),
  is_qr_scan: false,
  visitor: null,
  click_number: null,
  percentileIn: () => 50,
  ...given,
})
