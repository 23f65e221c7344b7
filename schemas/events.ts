import type { z } from 'zod'
import { campaign, deletedCampaign } from './campaigns.ts'
import { domain } from './domains.ts'
import { deletedShortUrl, shortUrl } from './links.ts'
import { deletedQrCode, qrCode, qrScan } from './qr-codes.ts'

/** Every event that a webhook can be told of, with the contract of its `data`. */
export const events = {
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
  'domain.verified': domain,
  'domain.failed': domain,
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof events
export type EventData<Type extends EventType> = z.infer<(typeof events)[Type]>
