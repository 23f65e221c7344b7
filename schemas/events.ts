import { z } from 'zod'
import { significantTest } from './ab-test-analytics.ts'
import { abTestEvent } from './ab-tests.ts'
import { click } from './analytics-clicks.ts'
import { campaign, deletedCampaign } from './campaigns.ts'
import { conversion } from './conversions.ts'
import { domain } from './domains.ts'
import { deletedShortUrl, shortUrl } from './links.ts'
import { timestamp } from './moment.ts'
import { deletedQrCode, qrCode, qrScan } from './qr-codes.ts'

/** A visit of a short URL, as the list of clicks shows it. A scan is one too. */
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

/** Every event that a webhook can be told of, with the contract of its `data`. */
export const events = {
  'url.clicked': urlClick,
  'url.created': shortUrl,
  'url.updated': shortUrl,
  'url.deleted': deletedShortUrl,
  /** Once for each expires_at that passes, a second or so after it; also of a link that is switched off. */
  'url.expired': shortUrl,
  /** Once the stored clicks have come to max_clicks, and again after a higher one was set and reached. */
  'url.limit_reached': shortUrl,
  'campaign.created': campaign,
  'campaign.updated': campaign,
  'campaign.deleted': deletedCampaign,
  'qr.created': qrCode,
  'qr.updated': qrCode,
  'qr.deleted': deletedQrCode,
  'qr.expired': qrCode,
  'qr.scanned': qrScan,
  'ab_test.started': abTestEvent,
  'ab_test.paused': abTestEvent,
  'ab_test.completed': abTestEvent,
  /** Once of each test: its first finding beyond chance, within a minute or so. */
  'ab_test.significant': significantTest,
  'conversion.recorded': conversion,
  'domain.verified': domain,
  'domain.failed': domain,
  /** Sent to one webhook when its owner asks for it, whatever it is told of otherwise. */
  'webhook.test': webhookTest,
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as [EventType, ...EventType[]]
export type EventData<Type extends EventType> = z.infer<(typeof events)[Type]>
