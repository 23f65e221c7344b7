import { z } from 'zod'
import { moment } from './moment.ts'
import { type ConditionType, conditionTypes, deviceTypes } from './targeting.ts'
import { text } from './values.ts'

const given = (limit: number, description: string) => text(limit).optional().describe(description)

/** A made-up visitor. Properties that Waymark reads from a request can also be given directly. */
export const simulateBody = z.strictObject({
  ip_address: z
    .union([z.ipv4(), z.ipv6()], 'Enter an IP address.')
    .optional()
    .describe('Determines the location and, with the user agent, percentages and the A/B test variant.'),
  user_agent: given(512, 'Determines device, operating system and browser.'),
  accept_language: given(1_000, 'Header of the visit, such as `de-AT,de;q=0.9`.'),
  referrer: given(2_000, 'URL of the page with the link.'),
  query: given(2_048, 'Query string of the short URL, without the question mark.'),
  at: moment.optional().describe('Time of the visit. Default: now.'),
  country: z
    .string()
    .regex(/^[a-zA-Z]{2}$/, 'Use ISO 3166-1 codes of two letters, such as de.')
    .optional()
    .describe('ISO 3166-1 code, in place of that of `ip_address`.'),
  region: given(200, 'Name in English.'),
  city: given(200, 'Name in English.'),
  device_type: z.enum(deviceTypes).optional(),
  os: given(40, 'Such as iOS.'),
  browser: given(40, 'Such as Chrome.'),
  is_qr_scan: z.boolean().optional().describe('Default: whether the short URL belongs to a QR code.'),
  visitor: z.enum(['new', 'returning']).default('new'),
  click_number: z.int().min(1).optional().describe('Default: the next click.'),
  percentile: z
    .number()
    .min(0)
    .lt(100, 'Must be less than 100.')
    .optional()
    .describe('Percentages above it include the visitor. Default: from `ip_address` and `user_agent`.'),
})
export type SimulatedVisitor = z.output<typeof simulateBody>

const verdict = z.object({
  id: z.uuid(),
  name: z.string(),
  applies: z.boolean(),
  conditions: z
    .array(z.object({ type: z.enum(conditionTypes as [ConditionType, ...ConditionType[]]), is_true: z.boolean() }))
    .describe('In the order of the rule.'),
})

export const simulation = z.object({
  outcome: z
    .enum(['redirect', 'app', 'content', 'not_found', 'expired', 'quarantined', 'password'])
    .describe(
      '`app`: `url` opens an app. `content`: the page of a QR code. `password`: after the password, the visitor is redirected to `url`. `expired` includes a reached click limit.',
    ),
  url: z.string().nullable().describe('Final URL with its query, or null for a page of Waymark.'),
  without_app_url: z
    .string()
    .nullable()
    .describe('Where visitors without the app go: the store of the domain, or the destination. null without an app.'),
  status: z.int().nullable().describe('HTTP status of the redirect.'),
  decided_by: z
    .enum(['state', 'rule', 'fallback_url', 'ab_test', 'device', 'dead_destination', 'link'])
    .describe(
      '`fallback_url`: no rule is true. `device`: the destination for iOS or Android. `dead_destination`: `fallback_url`, because the destination is broken. `link`: the destination of the link.',
    ),
  rule_id: z.uuid().nullable(),
  variant_id: z.uuid().nullable(),
  rules: z.array(verdict).describe('All rules in their order. The first one that applies decides.'),
})
export type Simulation = z.output<typeof simulation>
