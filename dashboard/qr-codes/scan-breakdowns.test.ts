import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CodeReport } from '../api/qr-codes.ts'
import { ScanBreakdowns } from './scan-breakdowns.tsx'

const counts = { scans: 2, uniqueScanners: 1 }
const domains = Array.from({ length: 20 }, (_, index) => ({ domain: `${index}.example`, ...counts }))

const report: CodeReport = {
  qrCode: {
    id: '0196a5a0-0000-7000-8000-000000000000',
    name: 'Menu',
    contentType: 'url',
    createdAt: '2026-11-01T00:00:00.000Z',
  },
  totalScans: 90,
  recentScans: 80,
  uniqueScanners: 20,
  scansToday: 0,
  lastScannedAt: null,
  timeline: [],
  locations: { countries: [], regions: [], cities: [], totalScans: 80 },
  devices: { deviceTypes: [], osBreakdown: [], browserBreakdown: [], totalScans: 80 },
  referrers: { trafficSources: [], referrerDomains: domains, totalScans: 50 },
}

it('referrers are shares of all scans of the period, and labeled as top referrers if there may be more', () => {
  const told = (of: CodeReport) =>
    renderToStaticMarkup(createElement(ScanBreakdowns, { report: of, search: {}, onFilter: () => undefined }))
      .replaceAll(/<.*?>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  expect(told(report)).toContain('0.example 2.5% 2')
  expect(told(report)).toContain('View top 20 Referrers')
  const fewer = { ...report, referrers: { trafficSources: [], referrerDomains: domains.slice(1), totalScans: 50 } }
  expect(told(fewer)).toContain('View all 19 Referrers')
})
