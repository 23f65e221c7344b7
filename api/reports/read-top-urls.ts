import { countChosen } from '#model/links/pick-links.ts'
import { topUrlsQuery, topUrlsReply } from '#schemas/analytics-urls.ts'
import { rankUrls } from './rank-urls.ts'
import { reportOfAccount } from './report.ts'
import { reportUrls } from './report-urls.ts'

export const readTopUrls = reportOfAccount('/analytics/top-performing-urls', {
  summary: 'List top short URLs',
  description: 'Includes short URLs without clicks, and those in the trash.',
  query: topUrlsQuery,
  reply: topUrlsReply,
  standard: { days: 30 },
  async answer(asked) {
    const { query, scope, sql } = asked
    const { limit } = query
    const offset = query.offset ?? (query.page - 1) * limit
    const choice = { ...query, ...scope }
    const [ranked, totalItems] = await Promise.all([
      rankUrls(asked, choice, { limit, offset }),
      countChosen(sql, choice),
    ])
    const clicksOf = new Map(ranked.map((link) => [link.link_id, link]))
    const urls = await reportUrls(asked, [...clicksOf.keys()])
    return {
      urls: urls.map((url) => {
        const { clicks = 0, unique_visitors = 0 } = clicksOf.get(url.id) ?? {}
        return { ...url, click_count: clicks, unique_visitors }
      }),
      pagination: {
        page: Math.floor(offset / limit) + 1,
        limit,
        totalPages: Math.ceil(totalItems / limit),
        totalItems,
      },
    }
  },
})
