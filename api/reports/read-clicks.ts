import { clickRow } from '#model/clicks/queries/click-columns.ts'
import { clickPage } from '#model/clicks/queries/click-page.ts'
import { click, clicksQuery } from '#schemas/analytics-clicks.ts'
import { pageOf } from '#schemas/envelope.ts'
import { cutPage } from '../frame/pagination.ts'
import { readClickCursor, writeClickCursor } from './click-cursor.ts'
import { countClicks } from './figures.ts'
import { presentClicks } from './present-clicks.ts'
import { type Report, reportOfLink } from './report.ts'

const page = pageOf(click)

const clicks: Report<typeof clicksQuery, typeof page> = {
  summary: 'List clicks',
  description: 'Newest first.',
  query: clicksQuery,
  reply: page,
  envelope: 'page',
  standard: 'all_time',
  async answer(asked) {
    const { ask, period, query, where } = asked
    const { cursor, limit } = query
    const before = cursor === undefined ? undefined : readClickCursor(cursor)
    const offset = before === undefined ? (query.page - 1) * limit : 0
    const [found, total] = await Promise.all([
      ask(clickPage(where, { before, limit: limit + 1, offset }), clickRow),
      countClicks(asked, period),
    ])
    const { rows, pagination } = cutPage(query, found, total, writeClickCursor)
    return { data: await presentClicks(asked, rows), pagination }
  },
}

export const readClicks = reportOfLink('clicks', clicks)
