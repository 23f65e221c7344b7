import { z } from 'zod'
import { ch } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'

const text = z.string().transform((value) => (value === '' ? null : value))
const id = z.guid().transform((value) => (value === noId ? null : value))

/** A click with all that is shown of it. No column of the table is another's name here: filters mean the table's. */
export const clickRow = z.object({
  id: z.guid(),
  at: z.int(),
  short_url_id: z.guid(),
  qr_code: id,
  variant: id,
  visitor: z.string(),
  traffic: z.enum(['human', 'unknown', 'bot']),
  bot_reason: text,
  country: text,
  country_code: text,
  region: text,
  city: text,
  device_type: text,
  browser: text,
  browser_version: text,
  os: text,
  os_version: text,
  language: text,
  referrer: text,
  referrer_domain: text,
  source: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  destination_url: text,
})
export type ClickDetails = z.output<typeof clickRow>

export const clickColumns = ch`
  click_id as id, toUnixTimestamp64Milli(clicked_at) as at, link_id as short_url_id, qr_code_id as qr_code,
  variant_id as variant, toString(visitor_id) as visitor, traffic, bot_reason, country, country_code, region, city,
  device_type, browser, browser_version, os, os_version, language, referrer, referrer_domain, source,
  utm_source, utm_medium, utm_campaign, utm_term, utm_content, destination_url`
