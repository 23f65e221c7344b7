import { z } from 'zod'
import { domainName, needDomain, subdomainName, urlTypes } from './links.ts'
import { alias } from './values.ts'

export const checkAliasQuery = z
  .object({
    alias,
    url_type: z.enum(urlTypes).default('standard'),
    subdomain: subdomainName.optional().describe('Required when `url_type` is `subdomain`.'),
    branded_domain: domainName.optional().describe('Required when `url_type` is `branded`.'),
  })
  .check(needDomain)
export const aliasAvailability = z.object({
  available: z.boolean(),
  alias: z.string(),
  url_type: z.enum(urlTypes),
  subdomain: z.string().nullable(),
  branded_domain: z.string().nullable(),
  full_url: z.string().describe('Short URL with this alias.'),
  message: z.string().meta({ example: 'This alias is available.' }),
})
