import { shapes } from '#model/clicks/queries/shapes.ts'
import { utmValues, utmValuesRow } from '#model/clicks/queries/utm-values.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { utmReply } from '#schemas/breakdowns.ts'
import { type UtmField, utmFields } from '#schemas/utm-fields.ts'
import { breakDown } from './break-down.ts'
import { countClicks } from './figures.ts'
import { type Report, type ReportRequest, reportOfLink } from './report.ts'

const utmReport: Report<typeof filterQuery, typeof utmReply> = {
  summary: 'Get clicks by UTM parameters',
  feature: 'utm_analytics',
  query: filterQuery,
  reply: utmReply,
  standard: 'all_time',
  async answer(asked) {
    const [combinations, parameters, total_clicks] = await Promise.all([
      countCombinations(asked),
      countValues(asked),
      countClicks(asked, asked.period),
    ])
    return { ...combinations, parameters, total_clicks }
  },
}

type Clicks = Pick<ReportRequest, 'ask' | 'where'>

export async function countCombinations({ ask, where }: Clicks) {
  const { total, lists } = await breakDown({ ask, where }, shapes.utm)
  return { data: lists.combinations, total_campaigns: total.combinations }
}

async function countValues({ ask, where }: Clicks) {
  const rows = await ask(utmValues(where), utmValuesRow)
  const counted = utmFields.map((name, index) => [
    name,
    rows.filter(({ parameter }) => parameter === index + 1).map(({ value, clicks }) => ({ value, clicks })),
  ])
  return Object.fromEntries(counted) as Record<UtmField, { value: string; clicks: number }[]>
}

export const readUtm = reportOfLink('utm', utmReport)
