import type { z } from 'zod'
import { cutText } from '#core/webhooks/cut-text.ts'
import { eventId, writeEvent } from '#core/webhooks/write-event.ts'
import type { DeliveryRow } from '#model/webhooks/deliveries.ts'
import { mostBodyBytes, type webhookDelivery } from '#schemas/webhooks.ts'

/** A delivery in the log. The sent body is generated again, identical byte for byte. */
export function describeDelivery(row: DeliveryRow): z.input<typeof webhookDelivery> {
  const event_id = eventId(row.message.id)
  return {
    id: row.id,
    event_id,
    event: row.message.type,
    status: row.status,
    attempts: row.attempts,
    attempted_at: row.attempted_at,
    next_attempt_at: row.next_attempt_at,
    duration_ms: row.duration_ms,
    request: {
      url: row.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': event_id,
        ...(row.attempted_at && { 'webhook-timestamp': String(Math.floor(row.attempted_at.getTime() / 1_000)) }),
      },
      body: cutText(writeEvent(row.message), mostBodyBytes),
    },
    response: row.response_status === null ? null : { status: row.response_status, body: row.response_body ?? '' },
    error: row.error,
    created_at: row.created_at,
  }
}
