import { recentLinks, recentLinksRow } from '#model/clicks/queries/recent-links.ts'
import { readStoredCounts } from '#model/clicks/stored-counts.ts'
import { recentQuery, recentReply } from '#schemas/analytics-urls.ts'
import { reportOfAccount } from './report.ts'
import { reportUrls } from './report-urls.ts'

export const readRecent = reportOfAccount('/analytics/recent', {
  summary: 'List recently clicked short URLs',
  query: recentQuery,
  reply: recentReply,
  standard: 'all_time',
  async answer(asked) {
    const { account, ch, signal, query, where } = asked
    const clicked = await asked.ask(recentLinks(where, query.limit), recentLinksRow)
    const ids = clicked.map(({ link_id }) => link_id)
    const urls = await reportUrls(asked, ids, await readStoredCounts(ch, account.id, ids, signal))
    const known = new Map(urls.map((url) => [url.id, url]))
    return clicked.flatMap(({ link_id, last_clicked_at }) => {
      const url = known.get(link_id)
      return url === undefined ? [] : [{ ...url, last_clicked_at }]
    })
  },
})
