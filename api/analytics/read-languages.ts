import { filterQuery } from '#schemas/analytics.ts'
import { languagesReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { languageRow, languages } from './queries/languages.ts'
import { type Report, reportOfLink } from './report.ts'

export const languagesReport: Report<typeof filterQuery, typeof languagesReply> = {
  summary: 'Clicks by the language that clients prefer',
  query: filterQuery,
  reply: languagesReply,
  standard: 'all_time',
  async answer({ ask, where }) {
    const rows = await ask(languages(where), languageRow)
    return rows.map(({ language, clicks, total }) => ({ language, clicks, percentage: percentage(clicks, total) }))
  },
}

export const readLanguages = reportOfLink('languages', languagesReport)
