import { z } from 'zod'
import { linkFields } from './link-fields.ts'
import { tagSet } from './tags.ts'

/** The base domain, which is the same for all accounts. */
export const baseDomainId = 'standard'

/** Ten years. */
const mostDays = 3_653

const id = z.guid('Must be a UUID.').nullable().default(null)

export const linkDefaultsBody = z.strictObject({
  redirect_type: linkFields.redirect_type.input.default(linkFields.redirect_type.standard),
  tags: tagSet.default([]),
  campaign_id: id,
  utm_template_id: id,
  expires_in_days: z.int().min(1).max(mostDays).nullable().default(null),
  forward_query: z.boolean().default(linkFields.forward_query.standard),
  tracking_enabled: z.boolean().default(linkFields.tracking_enabled.standard),
})
export type LinkDefaultsBody = z.output<typeof linkDefaultsBody>

export const linkDefaultsParams = z.object({ id: z.union([z.literal(baseDomainId), z.uuid()]) })

export const linkDefaults = z.object({
  domain_id: z.string().describe('UUID of the domain, or `standard` for the base domain.'),
  redirect_type: linkFields.redirect_type.output,
  tags: z.array(z.string()),
  campaign_id: z.uuid().nullable(),
  utm_template_id: z.uuid().nullable(),
  expires_in_days: z.int().nullable(),
  forward_query: z.boolean(),
  tracking_enabled: z.boolean(),
})
export type LinkDefaults = z.infer<typeof linkDefaults>
