import { clickRow } from '#model/clicks/queries/click-columns.ts'
import { clickPage } from '#model/clicks/queries/click-page.ts'
import { click, clicksQuery } from '#schemas/analytics-clicks.ts'
import { pageOf } from '#schemas/envelope.ts'
import { readFrom } from '../frame/pagination.ts'
import { readClickCursor, writeClickCursor } from './click-cursor.ts'
import { countClicks } from './figures.ts'
import { presentClicks } from './present-clicks.ts'
import { reportOfLink } from './report.ts'

export const readClicks = reportOfLink('clicks', {
  summary: 'List clicks',
  description: 'Newest first.',
  query: clicksQuery,
  reply: pageOf(click),
  envelope: 'page',
  standard: 'all_time',
  async answer(asked) {
    const { ask, period, query, where } = asked
    const { rows, pagination } = await readFrom(
      { ...query, cursor: query.cursor === undefined ? undefined : readClickCursor(query.cursor) },
      (part) => ask(clickPage(where, part), clickRow),
      countClicks(asked, period),
      writeClickCursor,
    )
    return { data: await presentClicks(asked, rows), pagination }
  },
})
