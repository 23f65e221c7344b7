import { originOf } from '#core/destinations/destination-url.ts'
import type { KeptHealth } from '#core/destinations/judge-check.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { announceLinks } from '../links/announce-links.ts'
import type { Site } from '../links/describe-link.ts'
import { urlHash } from '../links/link-row.ts'
import { withLockedLink } from '../links/lock-link.ts'
import { touchLink } from '../links/write-link.ts'
import { takeInTurns } from './check-turns.ts'
import { isChecked } from './enroll-links.ts'
import { holdsFallback, releaseLink, wantsFallback } from './release-link.ts'

/** Other destinations that tell whether the network works. */
const mostCompared = 2

export interface DueCheck {
  account_id: string
  link_id: string
  url: string
  url_hash: Buffer
  /** null before the first check of this destination. */
  before: KeptHealth | null
  /** Time of the latest check of the link, even of another destination. */
  last_checked_at: Date | null
}

type CheckRow = Omit<KeptHealth, 'state' | 'checked_at'> & {
  account_id: string
  link_id: string
  url: string
  url_hash: Buffer
  is_known: boolean
  state: KeptHealth['state'] | null
  checked_at: Date | null
}

interface TakenChecks {
  due: DueCheck[]
  /** There may be more. */
  isFull: boolean
  /** The last account of this turn; the next turn begins after it. */
  last: string
}

/** Takes checks that are due, from the accounts after `after` first. Deletes the checks of links that are not active. */
export async function takeDueChecks(
  sql: Sql,
  { limit, after }: { limit: number; after: string },
  site: Site,
): Promise<TakenChecks> {
  const { due, held, taken, last } = await takeRows(sql, limit, after)
  for (const link of held) await releaseLink(sql, site, link)
  return { due, isFull: taken === limit, last }
}

async function takeRows(sql: Sql, limit: number, after: string) {
  return await sql.begin(async (tx) => {
    const { ids, last } = await takeInTurns(tx, limit, after)
    if (ids.length === 0) return { due: [], held: [], taken: 0, last }
    const rows = await tx<CheckRow[]>`
      select destination_checks.account_id, destination_checks.link_id, state, problem, status_code, failures, failing_since,
        destination_checks.title, previous_title, title_changed_at, certificate_expires_at, checked_at, next_at, links.url,
        ${urlHash(tx)} as url_hash, destination_checks.url_hash = ${urlHash(tx)} as is_known
      from destination_checks
      join links on links.id = destination_checks.link_id
      join accounts on accounts.id = links.account_id
      left join link_counts on link_counts.link_id = links.id
      where destination_checks.link_id = any(${ids}::uuid[]) and ${isChecked(tx)}
      order by destination_checks.link_id`
    const active = new Set(rows.map(({ link_id }) => link_id))
    const others = ids.filter((id) => !active.has(id))
    const held = others.length === 0 ? [] : await deleteChecks(tx, others)
    return { due: rows.map(readDue), held, taken: ids.length, last }
  })
}

/** Returns the links that must be released first. */
async function deleteChecks(tx: Tx, linkIds: readonly string[]) {
  await tx`
    delete from destination_checks
    where link_id = any(${[...linkIds]}::uuid[]) and not (${holdsFallback(tx)})`
  return await tx<{ account_id: string; link_id: string }[]>`
    select account_id, link_id
    from destination_checks
    where link_id = any(${[...linkIds]}::uuid[])`
}

function readDue({ account_id, link_id, url, url_hash, is_known, state, checked_at, ...kept }: CheckRow): DueCheck {
  const before = is_known && state !== null && checked_at !== null ? { ...kept, state, checked_at } : null
  return { account_id, link_id, url, url_hash, before, last_checked_at: checked_at }
}

/** Repeats a check later without a result, because the host was busy or the network was down. */
export async function putOffCheck(sql: Sql, { link_id }: DueCheck, minutes: number): Promise<void> {
  await sql`
    update destination_checks
    set next_at = now() + make_interval(mins => ${minutes})
    where link_id = ${link_id}`
}

/** Stores the result of a check. If the destination is dead or works again, announces it, and publishes the link if that changes it. */
export async function keepCheck(sql: Sql, check: DueCheck, after: KeptHealth, site: Site): Promise<void> {
  if ((check.before?.state === 'dead') === (after.state === 'dead')) {
    return await sql.begin(async (tx) => void (await storeHealth(tx, check, after)))
  }
  // The link is locked first, as by every change of it.
  await withLockedLink({ sql, config: site }, check, async (tx, link) => {
    if (!(await storeHealth(tx, check, after))) return
    await announceLinks(tx, 'url.health_changed', [check.link_id], site)
    if (wantsFallback(link)) await touchLink(tx, link)
  })
}

/** False if the destination has changed, or another worker has stored a result. */
async function storeHealth(
  tx: Tx,
  { link_id, url_hash, last_checked_at }: DueCheck,
  after: KeptHealth,
): Promise<boolean> {
  const { count } = await tx`
    update destination_checks
    set ${tx({ ...after, url_hash })}
    from links
    where destination_checks.link_id = ${link_id} and destination_checks.checked_at is not distinct from ${last_checked_at}
    and links.id = ${link_id} and ${urlHash(tx)} = ${url_hash}`
  return count === 1
}

/** Some destinations on other hosts that worked at their latest check. */
export async function selectWorking(sql: Sql, { url }: DueCheck): Promise<string[]> {
  const rows = await sql<{ url: string }[]>`
    select links.url
    from destination_checks
    join links on links.id = destination_checks.link_id
    where destination_checks.state = 'ok' and not starts_with(links.url, ${originOf(url)})
    order by destination_checks.next_at desc
    limit ${mostCompared}`
  return rows.map((row) => row.url)
}
