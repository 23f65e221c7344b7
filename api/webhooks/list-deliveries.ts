import { readCursor, writeCursor } from '#core/cursor.ts'
import { countDeliveries, selectDeliveries } from '#model/webhooks/deliveries.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listDeliveriesQuery, webhookDelivery, webhookParams } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readFrom } from '../frame/pagination.ts'
import { describeDelivery } from './describe-delivery.ts'
import { readWebhook } from './get-webhook.ts'

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries',
  description:
    'Deliveries of the last 30 days, newest first. Clicks and scans (`url.clicked`, `qr.scanned`) are listed only if an attempt failed. After five failures in a row, attempts pause for 5 seconds to 5 minutes (`paused_until` of the webhook), and then the oldest due delivery is tried alone. A delivery can therefore be tried later than its `next_attempt_at`.',
  permission: 'read',
  feature: 'webhooks',
  params: webhookParams,
  query: listDeliveriesQuery,
  reply: pageOf(webhookDelivery),
  envelope: 'page',
  errors: ['NOT_FOUND'],
  async handle(context) {
    const { params, query, sql } = context
    await readWebhook(context)
    const { rows, pagination } = await readFrom(
      { ...query, cursor: query.cursor === undefined ? undefined : readCursor(query.cursor) },
      (part) => selectDeliveries(sql, params.id, query, part),
      countDeliveries(sql, params.id, query),
      ({ position, id }) => writeCursor({ created_at: position, id }),
    )
    return { data: rows.map(describeDelivery), pagination }
  },
})
