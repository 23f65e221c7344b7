import { tryLater } from '#core/api-error.ts'
import { clientNetwork, normalizeAddress, widerNetwork } from '#core/visits/address.ts'
import { createSubjectHash } from '#model/limits/hash-subject.ts'
import { widerTimes } from '../frame/auth/limit-network.ts'
import type { Services } from '../frame/endpoint.ts'

/** Registrations per hour. An app registers once for each installation of it. */
const mostOfOneNetwork = 20
const mostOfAll = 500
const windowMs = 3_600_000

/** Registration is open to everyone, so it is limited by network and for the installation. IP addresses are hashed. */
export async function limitRegistration(services: Services, ip: string, now = Date.now()): Promise<void> {
  const factor = services.config.RATE_LIMIT_FACTOR
  if (factor === 0) return
  const hash = await createSubjectHash(services, now)
  const address = normalizeAddress(ip)
  const wider = widerNetwork(address)
  const quota = (name: string, most: number) => ({
    key: `rate:{registrations}:${name}`,
    limit: Math.max(1, Math.floor(most * factor)),
    windowMs,
  })
  const { isAllowed, usages } = await services.requestCounter.take([
    quota(hash('registration', clientNetwork(address)), mostOfOneNetwork),
    ...(wider === null ? [] : [quota(hash('registration', wider), mostOfOneNetwork * widerTimes)]),
    quota('all', mostOfAll),
  ])
  if (isAllowed) return
  const seconds = Math.ceil(Math.max(...usages.map(({ freeInMs }) => freeInMs)) / 1_000)
  const minutes = Math.ceil(seconds / 60)
  throw tryLater('RATE_LIMIT_EXCEEDED', `Too many apps were registered. Try again in ${minutes} minutes.`, seconds)
}
