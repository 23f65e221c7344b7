import type { Sql } from '#runtime/postgres.ts'
import { type CheckedDomain, type CheckStores, checkDomain } from './check-domain.ts'

/** Domains looked at in one run, side by side: each waits for DNS, and holds a connection for a moment only. */
const mostDomains = 20

/** Looks at branded domains whose time has come. One that fails for a reason of ours keeps its time, and comes again. */
export async function recheckDomains(stores: CheckStores): Promise<void> {
  const due = await selectDue(stores.sql)
  await Promise.all(due.map((domain) => look(stores, domain)))
}

async function look(stores: CheckStores, domain: CheckedDomain): Promise<void> {
  try {
    await checkDomain(stores, domain, false)
  } catch (error) {
    stores.log.warn({ err: error, host: domain.host }, 'a domain could not be looked at; it will be')
  }
}

async function selectDue(sql: Sql): Promise<CheckedDomain[]> {
  return await sql<CheckedDomain[]>`
    select id, host, verification_token
    from domains
    where next_check_at <= now() and type = 'branded'
    order by next_check_at
    limit ${mostDomains}`
}
