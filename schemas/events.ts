import { z } from 'zod'
import { click } from './analytics-clicks.ts'
import { campaign, deletedCampaign } from './campaigns.ts'
import { conversion } from './conversions.ts'
import { domain } from './domains.ts'
import { significantTest } from './experiment-analytics.ts'
import { experimentEvent } from './experiments.ts'
import { deletedShortUrl, shortUrl } from './links.ts'
import { timestamp } from './moment.ts'
import { deletedQrCode, qrCode, qrScan } from './qr-codes.ts'

/** A click as the list of clicks shows it. Scans are clicks too. */
const urlClick = click.omit({ is_unique: true, rule_id: true }).extend({
  clicked_at: timestamp,
  short_code: z.string(),
  short_url: z.string(),
  name: z.string().nullable(),
  campaign_id: z.guid().nullable(),
  tags: z.array(z.string()),
  qr_code_id: z.guid().nullable(),
})

const webhookTest = z.object({ webhook_id: z.guid(), message: z.string() })

/** An event of the catalog: one sentence for the reference and the dashboard, and the contract of its `data`. */
const event = <const Data extends z.ZodType>(description: string, data: Data) => ({ description, data })

/** Every event that webhooks can subscribe to. Its name is `subject.happened`, in lower case. */
export const events = {
  'url.clicked': event('A short URL was visited; a scan of its QR code is a visit too.', urlClick),
  'url.created': event('A short URL was created.', shortUrl),
  'url.updated': event('A short URL was changed.', shortUrl),
  'url.deleted': event('A short URL was deleted.', deletedShortUrl),
  /** Sent once for each expires_at that passes, about a second after it, for disabled links too. */
  'url.expired': event('A short URL has come to its expires_at.', shortUrl),
  /** Sent when the stored clicks reach max_clicks, and again after a higher limit was set and reached. */
  'url.limit_reached': event('A short URL has as many clicks as its max_clicks.', shortUrl),
  'campaign.created': event('A campaign was created.', campaign),
  'campaign.updated': event('A campaign, or what is in it, was changed.', campaign),
  'campaign.deleted': event('A campaign was deleted.', deletedCampaign),
  'qr.created': event('A QR code was created.', qrCode),
  'qr.updated': event('A QR code was changed.', qrCode),
  'qr.deleted': event('A QR code was deleted.', deletedQrCode),
  'qr.expired': event('A QR code has come to its expires_at.', qrCode),
  'qr.scanned': event('A QR code was scanned.', qrScan),
  'ab_test.started': event('An A/B test was started or resumed.', experimentEvent),
  'ab_test.paused': event('An A/B test was paused.', experimentEvent),
  'ab_test.completed': event('An A/B test was completed.', experimentEvent),
  /** Sent once for each test, about a minute after its first significant result. */
  'ab_test.significant': event('A variant of an A/B test differs from the first one beyond chance.', significantTest),
  'conversion.recorded': event('A conversion was recorded.', conversion),
  'domain.verified': event('A branded domain was verified.', domain),
  'domain.failed': event('A branded domain failed verification.', domain),
  /** Sent to one webhook when its owner asks for it, whatever events it subscribes to. */
  'webhook.test': event('A test, sent when it is asked for.', webhookTest),
} as const satisfies Record<`${string}.${string}`, ReturnType<typeof event>>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as [EventType, ...EventType[]]
export type EventData<Type extends EventType> = z.infer<(typeof events)[Type]['data']>
