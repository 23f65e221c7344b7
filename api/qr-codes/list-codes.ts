import { readStart, writeNext } from '#core/cursor.ts'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { countQrCodes, selectQrCodes } from '#model/qr-codes/select-qr-codes.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listQrCodesQuery, qrCode } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readFrom } from '../frame/pagination.ts'

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
    const filter = { ...query, campaign: await readCampaignFilter(sql, account.id, query.campaign_id) }
    const { rows, pagination } = await readFrom(
      { ...query, cursor: readStart(query) },
      (part) => selectQrCodes(sql, reach, filter, part),
      countQrCodes(sql, reach, filter),
      (last) => writeNext(query, last),
    )
    const now = Date.now()
    return { data: rows.map((code) => describeQrCode(code, config, now)), pagination }
  },
})
