import type { Part, Sql } from '#runtime/postgres.ts'
import { type CheckedDomain, type CheckStores, checkDomain } from './check-domain.ts'

/** Domains checked concurrently in one run. Each waits for DNS and holds a connection only briefly. */
const mostDomains = 20

/** Checks branded domains that are due. After a server error, a domain stays due. */
export async function recheckDomains(stores: CheckStores): Promise<void> {
  const due = await selectDue(stores.sql)
  await Promise.all(due.map((domain) => look(stores, domain)))
}

async function look(stores: CheckStores, domain: CheckedDomain): Promise<void> {
  try {
    await checkDomain(stores, domain, false)
  } catch (error) {
    stores.log.warn({ err: error, host: domain.host }, 'the check of a domain failed and will be retried')
  }
}

const isDue = (sql: Sql): Part => sql`next_check_at <= now() and type = 'branded'`

export const domainsAreDue = (sql: Sql): Part => sql`exists (select from domains where ${isDue(sql)})`

async function selectDue(sql: Sql): Promise<CheckedDomain[]> {
  return await sql<CheckedDomain[]>`
    select id, host, verification_token
    from domains
    where ${isDue(sql)}
    order by next_check_at
    limit ${mostDomains}`
}
