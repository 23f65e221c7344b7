import { z } from 'zod'
import { filterQuery } from './analytics.ts'
import { instant, pageQuery } from './envelope.ts'

const reported = z.string().nullable()

/** A click as it is shown one by one, never with an address. What a plan does not include is null. */
export const click = z.object({
  id: z.guid(),
  clicked_at: instant,
  short_url_id: z.guid(),
  country: reported,
  country_code: reported.describe('ISO 3166-1, in lower case.'),
  region: reported,
  city: reported,
  device_type: reported,
  browser: reported,
  browser_version: reported,
  os: reported,
  os_version: reported,
  language: reported,
  referrer: reported,
  referrer_domain: reported,
  source: reported,
  utm_source: reported,
  utm_medium: reported,
  utm_campaign: reported,
  utm_term: reported,
  utm_content: reported,
  destination_url: reported,
  variant_id: z.guid().nullable(),
  rule_id: z.guid().nullable(),
  is_unique: z.boolean().describe("The visitor's first on that short URL, of those whose visitor ids are made alike."),
  is_qr_scan: z.boolean(),
  is_bot: z.boolean(),
  bot_reason: reported,
})

export const clicksQuery = filterQuery.extend({
  ...pageQuery.shape,
  limit: pageQuery.shape.limit.unwrap().default(10),
})
