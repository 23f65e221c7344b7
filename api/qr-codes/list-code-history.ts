import { describePlainChanges } from '#model/history/plain-changes.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { pageOf } from '#schemas/envelope.ts'
import { historyEntry, historyQuery } from '#schemas/history.ts'
import { qrCodeParams } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readHistoryPage } from '../frame/read-history-page.ts'

export const listCodeHistory = endpoint({
  method: 'GET',
  path: '/qr-codes/{id}/history',
  summary: 'List the changes of a QR code',
  description:
    'Newest first. `content_text` is the content without passwords. `content_data` is true if the content has a password. Changes of the password are in the history of the short URL.',
  permission: 'read',
  params: qrCodeParams,
  query: historyQuery,
  reply: pageOf(historyEntry),
  envelope: 'page',
  errors: ['NOT_FOUND'],
  async handle({ params, query, reach, session, sql }) {
    const { id } = await findOwnCode(sql, reach, params.id)
    return await readHistoryPage({ sql, session }, query, { object_id: id }, describePlainChanges)
  },
})
