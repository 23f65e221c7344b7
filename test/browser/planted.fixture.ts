import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { builtProgram } from '#runtime/project.ts'
import { connectClickhouse } from '../../runtime/clickhouse.ts'
import type { ClickRow } from '../../schemas/clicks.ts'
import { onPostgres } from '../embedded/queries.ts'
import { storeClicks } from '../factories/clicks.ts'
import type { WebStack } from './stack.ts'

const run = promisify(execFile)

/** Example links and campaigns with this many clicks, created by `waymark seed`. */
export async function seedClicks({ urls }: WebStack, clicks: number): Promise<void> {
  await run(process.execPath, [builtProgram('cli/main.ts'), 'seed', '--clicks', String(clicks)], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: urls.database_url,
      REDIS_URL: urls.redis_url,
      CLICKHOUSE_URL: urls.clickhouse_url,
    },
  })
}

const hourMs = 3_600_000

/** Clicks on a link, each at this many hours ago. */
export async function plantClicks(
  web: WebStack,
  link_id: string,
  hoursAgo: readonly number[],
  given: Partial<Omit<ClickRow, 'clicked_at'>> = {},
): Promise<void> {
  const { database_url, clickhouse_url } = web.urls
  const [link] = await onPostgres(
    database_url,
    (sql) => sql<{ account_id: string }[]>`select account_id from links where id = ${link_id}`,
  )
  if (link === undefined) throw new Error(`There is no link ${link_id}`)
  const at = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
  const ch = connectClickhouse(clickhouse_url)
  try {
    await storeClicks(
      ch,
      hoursAgo.map((hours) => ({ ...given, account_id: link.account_id, link_id, at: at(hours) })),
    )
  } finally {
    await ch.close()
  }
}

/** This many links in addition to the link `everything`; one in 200 has its own tag: 100 of 20,000. */
export async function plantLinks(web: WebStack, count: number): Promise<void> {
  await onPostgres(web.urls.database_url, async (sql) => {
    await sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url, tags, created_at)
      select gen_random_uuid(), one.account_id, one.domain_id, 'planted-' || n, false, nextval('link_rev'),
        'https://example.com/' || n, case when n % 200 = 0 then '{few}' else '{}' end::text[], now() - n * interval '1 second'
      from generate_series(1, ${count}::int) as n,
        (select account_id, domain_id from links where code = 'everything') as one`
    await sql`vacuum analyze links`
  })
}
