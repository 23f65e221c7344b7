import { z } from 'zod'
import { readCampaignFilter } from '#model/campaigns/resolve-campaign.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { selectQrCodes } from '#model/qr-codes/select-qr-codes.ts'
import { readPages } from '#model/rows.ts'
import { exportQrCodesQuery } from '#schemas/list-exports.ts'
import { qrCode } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'

export const exportCodes = endpoint({
  method: 'GET',
  path: '/qr-codes/export',
  summary: 'Export QR codes',
  description: 'Returns the records of all QR codes that match the filters as a file, newest first.',
  permission: 'read',
  bulk: true,
  query: exportQrCodesQuery,
  reply: z.never(),
  files: listMediaTypes,
  async handle({ query, account, reach, sql, config }) {
    const campaign = await readCampaignFilter(sql, account.id, query.campaign_id)
    const ordered = { ...query, campaign, sortBy: 'created_at', sortOrder: 'desc' } as const
    async function* pages() {
      for await (const codes of readPages((page) => selectQrCodes(sql, reach, ordered, page))) {
        const now = Date.now()
        yield codes.map((code) => describeQrCode(code, config, now))
      }
    }
    return exportList({ name: 'qr-codes', format: query.format, row: qrCode, pages: pages() })
  },
})
