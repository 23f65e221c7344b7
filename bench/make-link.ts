import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { createLink } from '#model/links/create-link.ts'
import type { NewLink } from '#model/links/new-link.ts'
import { createLog } from '#runtime/log.ts'
import { plainLink } from '../test/factories/links.ts'
import type { Stack } from './stack.ts'
import { host } from './visits.ts'

/** Creates links on the base domain, as the API does. */
export async function linkMaker({ sql, redis }: Pick<Stack, 'sql' | 'redis'>) {
  const config = { BASE_DOMAIN: host, BASE_URL: 'http://localhost:3000' }
  const domain = { id: await ensureBaseDomain(sql, config), type: 'standard' as const, host }
  const log = createLog('bench', { LOG_LEVEL: 'warn', LOG_PRETTY: true })
  return (accountId: string, alias: string, special: Partial<NewLink> = {}) =>
    createLink({ sql, redis, config, log }, plainLink(accountId, domain, { alias, ...special }))
}
