import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { ensureBaseDomain } from './ensure-base-domain.ts'

/** The row never changes, so each process asks for it once. */
const known = new WeakMap<Sql, Promise<string>>()

/** The domain of standard short URLs. */
export async function findBaseDomain(sql: Sql, config: Pick<Config, 'BASE_DOMAIN'>): Promise<LinkDomain> {
  const asked = known.get(sql) ?? ensureBaseDomain(sql, config)
  known.set(sql, asked)
  try {
    return { id: await asked, type: 'standard', host: config.BASE_DOMAIN }
  } catch (error) {
    known.delete(sql)
    throw error
  }
}
