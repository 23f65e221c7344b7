import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { createAccount } from '../factories/account.ts'

type LinkInput = Partial<Omit<LinkRecord, 'expires_at' | 'rev' | 'link_id' | 'account_id'>> & {
  expires_at?: Date | null
}

/** Links of one account on the base domain, written to Postgres only. */
export async function linkWriter(sql: Sql, baseDomain: string) {
  const domain_id = await ensureBaseDomain(sql, { BASE_DOMAIN: baseDomain })
  const { id: account_id } = await createAccount(sql)
  return {
    domain_id,
    account_id,
    async insert(code: string, input: LinkInput = {}) {
      const link = {
        url: 'https://example.org/',
        redirect_type: 302,
        forward_query: true,
        tracking_enabled: false,
        expires_at: null,
        ...input,
      }
      const [row] = await sql<{ rev: number }[]>`
        insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url,
          redirect_type, forward_query, tracking_enabled, expires_at)
        values (${uuidv7()}, ${account_id}, ${domain_id}, ${code}, true, nextval('link_rev'), ${link.url},
          ${link.redirect_type}, ${link.forward_query}, ${link.tracking_enabled}, ${link.expires_at})
        returning rev`
      return { domain_id, code, rev: row?.rev ?? 0 }
    },
    async point(code: string, url: string) {
      const [row] = await sql<{ rev: number }[]>`
        update links set url = ${url}, rev = nextval('link_rev')
        where domain_id = ${domain_id} and code = ${code}
        returning rev`
      return { domain_id, code, rev: row?.rev ?? 0 }
    },
  }
}
