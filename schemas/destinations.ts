import { z } from 'zod'
import { parseUrl } from './parse-url.ts'
import { destination } from './values.ts'

export const destinationQuery = z.object({ url: destination })

const picture = z.string().nullable().describe('Image as a data URL.')

/** The description of a destination in its page. Everything is null if it cannot be read. */
export const destinationCard = z.object({
  is_read: z.boolean().describe('false while the page is being read. Request it again later.'),
  title: z.string().nullable(),
  description: z.string().nullable(),
  site_name: z.string().nullable(),
  icon: picture,
  picture,
  imitates: z.string().nullable().describe('Protected name that the host looks like.'),
})
export type DestinationCard = z.infer<typeof destinationCard>

/** One page of the list of links. */
const mostOrigins = 100

const originList = (text: string) =>
  text
    .split(',')
    .map((part) => parseUrl(part))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol))
    .map((url) => url?.origin ?? '')

export const siteIconsQuery = z.object({
  origins: z
    .string()
    .transform((text) => [...new Set(originList(text))])
    .refine((origins) => origins.length <= mostOrigins, `Must be at most ${mostOrigins} origins.`),
})

/** Whether the destinations of the account's links are checked once a day. */
export const changeDestinationChecksBody = z.strictObject({ is_on: z.boolean() })
export const destinationChecks = z.object({
  is_on: z.boolean(),
  is_available: z.boolean().describe('false if the installation turned checks off for all accounts.'),
})
export type DestinationChecks = z.infer<typeof destinationChecks>

/** Sites that are still being read are left out. */
export const siteIcon = z.object({ origin: z.string(), icon: picture })
export type SiteIcon = z.infer<typeof siteIcon>
