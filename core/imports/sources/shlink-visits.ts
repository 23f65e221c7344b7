import { z } from 'zod'
import type { RawVisit } from '../raw-visit.ts'
import { queryOf, readBody, type VisitSource } from './api-source.ts'

const visitsPerPage = 1_000

const nullableText = z.string().nullish()

const visit = z.object({
  date: z.string(),
  referer: nullableText,
  userAgent: nullableText,
  potentialBot: z.boolean().nullish(),
  redirectUrl: nullableText,
  visitLocation: z.object({ countryCode: nullableText, regionName: nullableText, cityName: nullableText }).nullish(),
})

const page = z.object({
  visits: z.object({
    data: z.array(visit).max(visitsPerPage),
    pagination: z.object({ pagesCount: z.number() }),
  }),
})

/** Visits up to the start of the import: those that come later do not move the pages. */
export const shlinkVisits: VisitSource = {
  call: ({ path, page, until }) => ({
    path: `${path}&${queryOf({ page, itemsPerPage: visitsPerPage, endDate: until.toISOString() })}`,
  }),
  read(body) {
    const { data, pagination } = readBody(page, body).visits
    return { visits: data.map(toVisit), pages: pagination.pagesCount }
  },
}

const toVisit = (given: z.output<typeof visit>): RawVisit => ({
  at: Date.parse(given.date),
  user_agent: given.userAgent ?? '',
  referrer: given.referer ?? '',
  country_code: given.visitLocation?.countryCode?.toLowerCase() ?? '',
  region: given.visitLocation?.regionName ?? '',
  city: given.visitLocation?.cityName ?? '',
  is_bot: given.potentialBot === true,
  destination_url: given.redirectUrl ?? '',
})
