import type { Sql } from '#runtime/postgres.ts'
import type { DomainRow } from '#store/domain-row.ts'
import { ApiError } from '../http/api-error.ts'
import { selectDomain } from './domains.sql.ts'

export async function requireDomain(sql: Sql, accountId: string, id: string): Promise<DomainRow> {
  const row = await selectDomain(sql, accountId, id)
  if (row === undefined) throw noSuchDomain()
  return row
}

export const noSuchDomain = () => new ApiError('NOT_FOUND', 'No such domain')
