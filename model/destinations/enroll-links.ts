import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { urlHash } from '../links/link-row.ts'
import { linkStatus } from '../links/link-status.ts'

/** Links per turn. A turn takes a few milliseconds. */
const linksOfTurn = 500
const secondsBetweenTurns = 10
/** After the last link, the walk begins again. */
const minutesBetweenWalks = 10
/** The oldest links of an account, up to this number, are checked. */
export const mostChecked = 20_000
/** First checks are spread over this time, because many links may come from one import. */
const minutesOfFirstCheck = 10

const firstId = '00000000-0000-0000-0000-000000000000'

/** A link whose destination is checked, in a statement over links, their counts, and accounts. */
export const isChecked = (sql: Sql | Tx): Part => sql`accounts.checks_destinations and ${linkStatus(sql)} = 'active'`

/**
 * One turn of a walk over all links: adds checks for active links, and resets those whose destination has changed. It does
 * nothing before the next turn is due, or while another worker runs it.
 */
export async function enrollLinks(sql: Sql, most = mostChecked): Promise<void> {
  await sql.begin(async (tx) => {
    const [walk] = await tx<{ last_link_id: string }[]>`
      select last_link_id
      from destination_walk
      where next_at <= now()
      for update skip locked`
    if (walk === undefined) return
    const links = await tx<{ id: string }[]>`
      select id
      from links
      where id > ${walk.last_link_id}
      order by id
      limit ${linksOfTurn}`
    const ids = links.map(({ id }) => id)
    if (ids.length > 0) await addChecks(tx, ids, most)
    const isOver = links.length < linksOfTurn
    const wait = isOver ? minutesBetweenWalks * 60 : secondsBetweenTurns
    await tx`
      update destination_walk
      set last_link_id = ${(isOver ? undefined : links.at(-1)?.id) ?? firstId},
        next_at = now() + make_interval(secs => ${wait})`
  })
}

async function addChecks(tx: Tx, linkIds: readonly string[], most: number): Promise<void> {
  await tx`
    with found as (
      select links.id, links.account_id, ${urlHash(tx)} as url_hash, known.link_id is not null as is_known,
        row_number() over (partition by links.account_id, known.link_id is null order by links.id) as place
      from links
      join accounts on accounts.id = links.account_id
      left join link_counts on link_counts.link_id = links.id
      left join destination_checks known on known.link_id = links.id
      where links.id = any(${[...linkIds]}::uuid[]) and ${isChecked(tx)}
    ),
    checked as (
      select account_id, count(*) as count
      from destination_checks
      where account_id in (select account_id from found)
      group by account_id
    )
    insert into destination_checks (link_id, account_id, url_hash, next_at)
    select found.id, found.account_id, found.url_hash, now() + random() * make_interval(mins => ${minutesOfFirstCheck})
    from found
    left join checked on checked.account_id = found.account_id
    where found.is_known or coalesce(checked.count, 0) + found.place <= ${most}
    order by found.id
    on conflict (link_id) do update
      set url_hash = excluded.url_hash, next_at = excluded.next_at, state = null, problem = null, status_code = null,
        failures = 0, failing_since = null, title = null, previous_title = null, title_changed_at = null,
        certificate_expires_at = null, checked_at = null
      where destination_checks.url_hash <> excluded.url_hash`
}
