import { ApiError } from '#core/api-error.ts'
import { wholeAccount } from '#model/accounts/reach.ts'
import { countDomains } from '#model/domains/select-domains.ts'
import type { Sql } from '#runtime/postgres.ts'
import { mostDomains } from '#schemas/account-limits.ts'

export async function refuseTooManyDomains(sql: Sql, accountId: string): Promise<void> {
  if ((await countDomains(sql, wholeAccount(accountId))) < mostDomains) return
  throw new ApiError('CONFLICT', `An account can have at most ${mostDomains} domains. Delete one first.`)
}
