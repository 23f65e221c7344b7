import type { z } from 'zod'
import { scansOf } from '#model/clicks/which-clicks.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanLocationsReply, scanQuery } from '#schemas/analytics-qr.ts'
import type { Counts } from './break-down.ts'
import { breakDownPlaces } from './read-locations.ts'
import { type Asked, type Report, reportOfAccount } from './report.ts'
import { asScans } from './scans.ts'

const locations: Report<typeof scanQuery, typeof scanLocationsReply> = {
  summary: 'Countries, regions and cities of scans',
  query: scanQuery,
  reply: scanLocationsReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanPlaces(ask, scansOf(where)),
}

export const readScanLocations = reportOfAccount('/qranalytics/locations', locations)

export async function countScanPlaces(ask: Asked['ask'], where: Fragment): Promise<z.input<typeof scanLocationsReply>> {
  const { total, lists } = await breakDownPlaces({ ask, where })
  const place = <Place extends { country_code: string | null } & Counts>({ country_code, ...group }: Place) => ({
    ...asScans(group),
    countryCode: country_code,
  })
  return {
    countries: lists.countries.map(place),
    regions: lists.regions.map(place),
    cities: lists.cities.map(place),
    totalScans: total.clicks,
  }
}
