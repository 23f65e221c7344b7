import { z } from 'zod'
import { askSiteIcons } from '#model/destinations/ask-destination.ts'
import { siteIcon, siteIconsQuery } from '#schemas/destinations.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

/** One request for all rows of a page. */
export const readSiteIcons = endpoint({
  method: 'GET',
  path: '/site-icons',
  summary: 'Get the icons of destination sites',
  permission: 'read',
  query: siteIconsQuery,
  reply: z.array(siteIcon),
  async handle({ query, account, session, ...services }) {
    demandSession(session)
    return await askSiteIcons(services, { account_id: account.id, origins: query.origins })
  },
})
