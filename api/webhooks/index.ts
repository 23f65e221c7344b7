import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEvents } from './list-events.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-sample.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhooks = [
  createWebhook,
  listWebhooks,
  listEvents,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  sendTest,
  rotateSecret,
  listDeliveries,
  redeliver,
]
