import type { z } from 'zod'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanLocationsReply, scanQuery } from '#schemas/analytics-qr.ts'
import { percentage } from '../analytics/percentage.ts'
import { placeRow, places } from '../analytics/queries/places.ts'
import { type Asked, type Report, reportOfAccount } from '../analytics/report.ts'
import { scansOf } from './scans.ts'

const locations: Report<typeof scanQuery, typeof scanLocationsReply> = {
  summary: 'Countries, regions and cities of scans',
  query: scanQuery,
  reply: scanLocationsReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanPlaces(ask, scansOf(where)),
}

export const readLocations = reportOfAccount('/qranalytics/locations', locations)

export async function countScanPlaces(ask: Asked['ask'], where: Fragment): Promise<z.input<typeof scanLocationsReply>> {
  const rows = await ask(places(where), placeRow)
  const totalScans = rows.find(({ level }) => level === 'total')?.clicks ?? 0
  const at = (wanted: z.output<typeof placeRow>['level']) =>
    rows
      .filter(({ level }) => level === wanted)
      .map(({ country_code, clicks, unique_visitors, ...names }) => ({
        ...names,
        countryCode: country_code,
        scans: clicks,
        uniqueScanners: unique_visitors,
        percentage: percentage(clicks, totalScans),
      }))
  return { countries: at('country'), regions: at('region'), cities: at('city'), totalScans }
}
