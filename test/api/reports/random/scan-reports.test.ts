import { describe, expect, it } from 'vitest'
import * as plain from './plain-reports.ts'
import { type Asked, agrees, codeOf, ofAccount, readings, unorderedMembers, useRandomClicks } from './random-cases.ts'
import type { PlainClick } from './random-clicks.ts'

const of30Days = (name: string) => ({ path: () => `/qranalytics/${name}`, standard: 30, takesDays: true })
const scansOf = ({ clicks }: Asked) => clicks.filter(({ is_scan }) => is_scan)

describe.each(readings)(
  'from $reading ($windowDays), matches a plain computation for random scans and filters:',
  (read) => {
    useRandomClicks(read)

    it('devices of QR codes', async () => {
      await agrees(
        of30Days('devices'),
        (asked) => expect(unorderedMembers(asked.json.data)).toEqual(plain.scanDevices(scansOf(asked))),
        ofAccount,
      )
    })

    it('referrers of QR codes', async () => {
      await agrees(
        of30Days('referrers'),
        (asked) => expect(unorderedMembers(asked.json.data)).toEqual(plain.scanReferrers(scansOf(asked))),
        ofAccount,
      )
    })

    it('timeline of QR codes', async () => {
      await agrees(
        of30Days('timeline'),
        (asked, { filter: { timezone } }) => {
          const expected = plain.timeline(scansOf(asked), asked.span, 'day', timezone)
          expect(asked.json.data).toEqual(
            expected.map(({ date, clicks, unique_visitors }) => ({
              date,
              scans: clicks,
              uniqueScanners: unique_visitors,
            })),
          )
        },
        ofAccount,
      )
    })

    it('top QR codes', async () => {
      await agrees(
        of30Days('top-qr-codes'),
        (asked, { filter }) => {
          const { set, span, json } = asked
          // All scans, including those after now in a period that ends in the future.
          const ever = asked.choose({ from: null, to: Math.max(Date.now(), span.to) }).filter(({ is_scan }) => is_scan)
          const recent = scansOf(asked)
          const rows = json.data.map(
            ({ id, totalScans, recentScans, uniqueScanners, lastScannedAt }: Record<string, unknown>) => ({
              id,
              totalScans,
              recentScans,
              uniqueScanners,
              lastScannedAt,
            }),
          )
          const expected = (['one', 'two', 'none'] as const).map((name) => {
            const isOf = ({ link }: PlainClick) => codeOf(link) === name
            const all = ever.filter(isOf)
            return {
              id: set.codeIds[name],
              totalScans: all.length,
              recentScans: recent.filter(isOf).length,
              uniqueScanners: plain.figures(recent.filter(isOf)).unique_visitors,
              lastScannedAt: all.length === 0 ? null : new Date(Math.max(...all.map(({ at }) => at))).toISOString(),
            }
          })
          const shown = filter.query.includes('campaignId') ? rows : expected
          expect(plain.unordered(rows)).toEqual(plain.unordered(shown))
        },
        ofAccount,
      )
    })
  },
)
