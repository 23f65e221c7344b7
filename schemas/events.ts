import { z } from 'zod'
import { click } from './analytics-clicks.ts'
import { auditEvent } from './audit.ts'
import { campaign, deletedCampaign } from './campaigns.ts'
import { conversion } from './conversions.ts'
import { domain } from './domains.ts'
import { significantTest } from './experiment-analytics.ts'
import { experimentEvent } from './experiments.ts'
import { importRecord } from './imports.ts'
import { deletedShortUrl, shortUrl } from './links.ts'
import { timestamp } from './moment.ts'
import { deletedQrCode, qrCode, qrScan } from './qr-codes.ts'

/** A click as in the clicks report. Scans are clicks too. */
const urlClick = click.omit({ is_unique: true }).extend({
  clicked_at: timestamp,
  short_code: z.string(),
  short_url: z.string(),
  name: z.string().nullable(),
  campaign_id: z.guid().nullable(),
  tags: z.array(z.string()),
  qr_code_id: z.guid().nullable(),
})

const webhookTest = z.object({ webhook_id: z.guid(), message: z.string() })

/** An event: its description in the API reference and the dashboard, and the contract of its `data`. */
const event = <const Data extends z.ZodType>(description: string, data: Data) => ({ description, data })

/** Every event that webhooks can subscribe to. Its name is `subject.happened`, in lower case. */
export const events = {
  'url.clicked': event('A link was clicked, or its QR code scanned', urlClick),
  'url.created': event('A link was created', shortUrl),
  'url.updated': event('A link was updated', shortUrl),
  'url.deleted': event('A link was deleted', deletedShortUrl),
  /** Sent once per expires_at, about a second after it, also for disabled links. */
  'url.expired': event('A link expired', shortUrl),
  /** Sent when the stored clicks reach max_clicks, and again if a higher limit is set and reached. */
  'url.limit_reached': event('A link reached its click limit', shortUrl),
  /** Sent when at least 3 checks in a row have failed over an hour, and when the destination works again. */
  'url.health_changed': event('The destination of a link stopped working, or started to work again', shortUrl),
  /** Sent when the operator or a check stops a link, not when the quarantine is lifted. */
  'url.quarantined': event('A link was put in quarantine', shortUrl),
  'campaign.created': event('A campaign was created', campaign),
  /** Links that get another campaign by a change of the link send only url.updated. */
  'campaign.updated': event('A campaign was updated, or links were added or removed through the campaign', campaign),
  'campaign.deleted': event('A campaign was deleted', deletedCampaign),
  'qr.created': event('A QR code was created', qrCode),
  'qr.updated': event('A QR code was updated', qrCode),
  'qr.deleted': event('A QR code was deleted', deletedQrCode),
  'qr.expired': event('A QR code expired', qrCode),
  'qr.scanned': event('A QR code was scanned', qrScan),
  'ab_test.started': event('An A/B test started or resumed', experimentEvent),
  'ab_test.paused': event('An A/B test was paused', experimentEvent),
  'ab_test.completed': event('An A/B test was completed', experimentEvent),
  /** Sent once per test, about a minute after its first significant result. */
  'ab_test.significant': event('An A/B test reached statistical significance', significantTest),
  'conversion.recorded': event('A conversion was recorded', conversion),
  'domain.verified': event('A branded domain was verified', domain),
  'domain.failed': event('A branded domain failed verification', domain),
  'import.completed': event('An import finished or failed', importRecord),
  'audit.recorded': event('A change or sign-in was added to the audit log', auditEvent),
  /** Sent on request to one webhook, whatever events it subscribes to. */
  'webhook.test': event('You sent a test event to the webhook', webhookTest),
} as const satisfies Record<`${string}.${string}`, ReturnType<typeof event>>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as [EventType, ...EventType[]]
export type EventData<Type extends EventType> = z.infer<(typeof events)[Type]['data']>
