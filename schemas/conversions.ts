import { z } from 'zod'
import { timestamp } from './moment.ts'
import { text } from './values.ts'

/** What an image in the destination tells, and whoever names nothing else. */
const usualEvent = 'conversion'
/** Beyond this nobody means an amount; and two decimals of it are exact. */
const highestValue = 1_000_000_000_000

export const recordConversionBody = z.strictObject({
  click_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{64}$/, 'must be a click_id as a destination was given it')
    .describe('What the destination was given as ?click_id=.'),
  event_name: text(100, 1).default(usualEvent).describe('What the visitor did. Of each click an event counts once.'),
  value: z.number().min(0).max(highestValue).nullish().describe('What it was worth.'),
  currency: z
    .string()
    .regex(/^[a-zA-Z]{3}$/, 'must have three letters, as in ISO 4217')
    .transform((code) => code.toUpperCase())
    .nullish()
    .describe('ISO 4217, for example EUR.'),
  external_id: text(255, 1)
    .nullish()
    .describe('Your own number of it, for example of the order. In your account it counts once.'),
})
export type ConversionReport = z.output<typeof recordConversionBody>

export const conversion = z
  .object({
    id: z.guid(),
    click_id: z.guid().describe('The id of the click, as in the list of clicks.'),
    test_id: z.guid(),
    variant_id: z.guid(),
    short_url_id: z.guid(),
    qr_code_id: z.guid().nullable().describe('The QR code under test; null of a test of a short URL.'),
    event_name: z.string(),
    value: z.number().nullable(),
    currency: z.string().nullable(),
    external_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Conversion' })
export type Conversion = z.infer<typeof conversion>
