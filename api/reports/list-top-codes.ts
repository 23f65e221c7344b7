import { pickCodes } from '#model/qr-codes/reported-codes.ts'
import { topCodesQuery, topCodesReply } from '#schemas/analytics-qr.ts'
import { countsOf, nameCode, rankCodes } from './rank-codes.ts'
import { reportOfAccount } from './report.ts'

/** Limit of codes with scans that Postgres sorts. Higher than the list, because deleted codes are included. */
const mostRanked = 50_000

export const listTopCodes = reportOfAccount('/qranalytics/top-qr-codes', {
  summary: 'List top QR codes',
  description: 'Ranked by scans. Includes codes without scans.',
  query: topCodesQuery,
  reply: topCodesReply,
  standard: { days: 30 },
  async answer(asked) {
    const ranked = await rankCodes(asked, mostRanked)
    const scansOf = new Map(ranked.map((scans) => [scans.id, scans]))
    const codes = await pickCodes(asked.sql, asked.scope, ranked, asked.query.limit)
    return codes.map((code) => ({ ...nameCode(code), ...countsOf(scansOf.get(code.id)) }))
  },
})
