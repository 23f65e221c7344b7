import { z } from 'zod'
import { timestamp } from './moment.ts'
import { text } from './values.ts'

/** Default event name, also used by the tracking pixel. */
const usualEvent = 'conversion'
/** Values up to this are exact to two decimals. */
const highestValue = 1_000_000_000_000

export const recordConversionBody = z.strictObject({
  click_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{64}$/, 'Must be the click_id that the destination received.')
    .describe('`click_id` query parameter that the destination received.'),
  event_name: text(100, 1).default(usualEvent).describe('Such as `purchase`. Each event counts once per click.'),
  value: z.number().min(0).max(highestValue).nullish().describe('Value of the conversion, such as the order total.'),
  currency: z
    .string()
    .regex(/^[a-zA-Z]{3}$/, 'Use a three-letter ISO 4217 currency code, such as USD.')
    .transform((code) => code.toUpperCase())
    .nullish()
    .describe('ISO 4217 code, such as USD.'),
  external_id: text(255, 1).nullish().describe('Your own ID, such as an order number. Counts once per account.'),
})
export type ConversionReport = z.output<typeof recordConversionBody>

export const conversion = z
  .object({
    id: z.guid(),
    click_id: z.guid().describe('ID of the click, as in the clicks report.'),
    test_id: z.guid(),
    variant_id: z.guid(),
    short_url_id: z.guid(),
    qr_code_id: z.guid().nullable().describe('QR code under test. null for short URL A/B tests.'),
    event_name: z.string(),
    value: z.number().nullable(),
    currency: z.string().nullable(),
    external_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.infer<typeof conversion>
