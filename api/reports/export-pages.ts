import type { z } from 'zod'
import { type ClickDetails, clickRow } from '#model/clicks/queries/click-columns.ts'
import { clickExport } from '#model/clicks/queries/click-export.ts'
import { dailyExport, dayRow, type LinkDay } from '#model/clicks/queries/daily-export.ts'
import { shortUrlOf } from '#model/links/describe-link.ts'
import { selectLinkUrls } from '#model/links/link-urls.ts'
import type { click } from '#schemas/analytics-clicks.ts'
import type { exportedDay } from '#schemas/analytics-export.ts'
import { presentClicks } from './present-clicks.ts'
import type { ReportRequest } from './report.ts'

/** Clicks in memory at a time. Their visitors and links go into one query, whose URL is limited to 1 MB. */
const clicksPerPage = 5_000
/** Each page counts all rows after its start. */
const daysPerPage = 20_000

/** Clicks in stored order: by short URL, then by time. A page is loaded when the previous one has been consumed. */
export async function* clickPages(asked: ReportRequest): AsyncGenerator<z.input<typeof click>[]> {
  let last: ClickDetails | undefined
  do {
    const page: ClickDetails[] = await asked.ask(clickExport(asked.where, last, clicksPerPage), clickRow)
    last = page.length === clicksPerPage ? page.at(-1) : undefined
    yield await presentClicks(asked, page)
  } while (last !== undefined)
}

/** Days by short URL, without those that were just deleted. */
export async function* dayPages(asked: ReportRequest): AsyncGenerator<z.input<typeof exportedDay>[]> {
  const { ask, config, query, sql, where } = asked
  let last: LinkDay | undefined
  do {
    const page: LinkDay[] = await ask(dailyExport(where, { ...query, last, limit: daysPerPage }), dayRow)
    last = page.length === daysPerPage ? page.at(-1) : undefined
    const links = await selectLinkUrls(sql, [...new Set(page.map(({ short_url_id }) => short_url_id))])
    const shortUrls = new Map(links.map(({ id, code, ...domain }) => [id, shortUrlOf(config, domain, code)]))
    yield page.flatMap((day) => {
      const short_url = shortUrls.get(day.short_url_id)
      return short_url === undefined ? [] : [{ ...day, short_url }]
    })
  } while (last !== undefined)
}
