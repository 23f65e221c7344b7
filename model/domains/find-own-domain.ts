import { ApiError, demand } from '#core/api-error.ts'
import type { Sql } from '#runtime/postgres.ts'
import { type Reach, refuseOutside } from '../accounts/reach.ts'
import type { DomainRow } from './domain-row.ts'
import { selectDomain } from './select-domains.ts'

export async function requireDomain(sql: Sql, reach: Reach, id: string): Promise<DomainRow> {
  const row = demand(await selectDomain(sql, reach.account_id, id), noSuchDomain)
  refuseOutside(reach, row.id)
  return row
}

export const noSuchDomain = () => new ApiError('NOT_FOUND', 'Domain not found.')
