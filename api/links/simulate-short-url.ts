import { demand } from '#core/api-error.ts'
import { demandOwnLink, noSuchLink } from '#model/links/find-own-link.ts'
import { simulateVisit } from '#model/links/simulate-visit.ts'
import { shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { simulateBody, simulation } from '#schemas/simulate.ts'
import { endpoint } from '../frame/endpoint.ts'

export const simulateShortUrl = endpoint({
  method: 'POST',
  path: '/short-urls/{id}/simulate',
  summary: 'Simulate a visit',
  description:
    'Returns where a made-up visitor would be redirected, with the verdict of every targeting rule. Nothing is recorded or counted.',
  permission: 'write',
  params: shortUrlParams,
  query: shortUrlDomain,
  body: simulateBody,
  example: { country: 'de', os: 'iOS', accept_language: 'de-DE,de;q=0.9', at: '2026-11-30T09:00:00Z' },
  reply: simulation,
  errors: ['NOT_FOUND'],
  async handle({ params, query, body, reach, ...services }) {
    const link = await demandOwnLink(services, reach, params.id, query)
    return demand(await simulateVisit(services, link, body), noSuchLink)
  },
})
