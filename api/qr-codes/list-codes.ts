import { readStart, writeNext } from '#core/cursor.ts'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { countQrCodes, selectQrCodes } from '#model/qr-codes/select-qr-codes.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listQrCodesQuery, qrCode } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { cutPage } from '../frame/pagination.ts'

export const listCodes = endpoint({
  method: 'GET',
  path: '/qr-codes',
  summary: 'List QR codes',
  description: 'Includes expired codes.',
  permission: 'read',
  query: listQrCodesQuery,
  reply: pageOf(qrCode),
  envelope: 'page',
  async handle({ query, account, reach, sql, config }) {
    const { page, limit } = query
    const cursor = readStart(query)
    const offset = cursor === undefined ? (page - 1) * limit : 0
    const filter = { ...query, campaign: await readCampaignFilter(sql, account.id, query.campaign_id) }
    const [found, total] = await Promise.all([
      selectQrCodes(sql, reach, filter, { cursor, limit: limit + 1, offset }),
      countQrCodes(sql, reach, filter),
    ])
    const { rows, pagination } = cutPage(query, found, total, (last) => writeNext(query, last))
    const now = Date.now()
    return {
      data: rows.map((code) => describeQrCode(code, config, now)),
      pagination,
    }
  },
})
