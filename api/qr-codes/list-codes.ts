import { pageOf } from '#schemas/envelope.ts'
import { type ListQrCodesQuery, listQrCodesQuery, qrCode } from '#schemas/qr-codes.ts'
import { describeQrCode } from '#store/describe-qr-code.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { paginate } from '../http/pagination.ts'
import { type CursorPosition, readCursor, writeCursor } from '../links/cursor.ts'
import { readCampaignFilter } from '../links/resolve-campaign.ts'
import { countQrCodes, selectQrCodes } from './qr-codes.sql.ts'

export const listCodes = endpoint({
  method: 'GET',
  path: '/qr-codes',
  summary: 'List QR codes, expired ones too',
  permission: 'read',
  query: listQrCodesQuery,
  reply: pageOf(qrCode),
  envelope: 'page',
  async handle({ query, account, reach, sql, config }) {
    const { page, limit } = query
    const cursor = findStart(query)
    const offset = cursor === undefined ? (page - 1) * limit : 0
    const filter = { ...query, campaign: await readCampaignFilter(sql, account.id, query.campaign_id) }
    const [found, total] = await Promise.all([
      selectQrCodes(sql, reach, filter, { cursor, limit: limit + 1, offset }),
      countQrCodes(sql, reach, filter),
    ])
    const codes = found.slice(0, limit)
    const has_more = found.length > limit
    const last = codes.at(-1)
    const next = has_more && last !== undefined && query.sortBy === 'created_at'
    const next_cursor = next ? writeCursor({ created_at: last.position, id: last.id }) : null
    const now = Date.now()
    return {
      data: codes.map((code) => describeQrCode(code, config, now)),
      pagination: { ...paginate(query, total, next_cursor), has_more },
    }
  },
})

function findStart({ cursor, sortBy }: ListQrCodesQuery): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  if (sortBy === 'created_at') return readCursor(cursor)
  throw new ApiError('BAD_REQUEST', 'Invalid request', 'cursor works only with sortBy=created_at; use page')
}
