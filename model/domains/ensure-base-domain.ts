import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { theRow } from '../rows.ts'

/** The id of the row of BASE_DOMAIN, which has no account. The first process that calls this creates it. */
export async function ensureBaseDomain(sql: Sql, config: Pick<Config, 'BASE_DOMAIN'>): Promise<string> {
  const host = hostWithoutPort(config.BASE_DOMAIN)
  await sql`
    insert into domains (id, type, host)
    values (${uuidv7()}, 'standard', ${host})
    on conflict do nothing`
  const rows = await sql<{ id: string }[]>`
    select id
    from domains
    where host = ${host} and type = 'standard'`
  return theRow(rows, `BASE_DOMAIN ${host} is already a domain of an account: delete that domain first`).id
}
