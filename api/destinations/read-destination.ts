import { findImitated } from '#core/safety/look-alikes.ts'
import { askDestination } from '#model/destinations/ask-destination.ts'
import { destinationCard, destinationQuery } from '#schemas/destinations.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const readDestination = endpoint({
  method: 'GET',
  path: '/destination',
  summary: 'Get the preview of a destination',
  permission: 'read',
  query: destinationQuery,
  reply: destinationCard,
  async handle({ query, account, session, signal, ...services }) {
    demandSession(session)
    const card = await askDestination(services, { account_id: account.id, url: query.url, signal })
    return { ...card, imitates: findImitated(services.config.PROTECTED_NAMES, new URL(query.url).hostname) ?? null }
  },
})
