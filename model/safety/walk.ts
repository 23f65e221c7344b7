import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { LinkSettings } from '../links/link-row.ts'
import { theRow } from '../rows.ts'

const hoursBetweenWalks = 24
/** At the end of a walk, new links are looked for. */
const secondsBetweenLooks = 30
/** A step that could not check its links is repeated after this time. */
const minutesAfterFailure = 5

/** A process with the newer standard takes steps all the time. Otherwise there is none, for example because an earlier file was put back. */
const hoursOfSilence = 1

/** A walk begins with IDs that are later than those of the time when it begins, because accounts choose the IDs of links in archives. */
const hoursAhead = 25
const hourMs = 3_600_000
const firstId = '00000000-0000-0000-0000-000000000000'

/** What the URLs of links and domains are compared with. */
export interface Standard {
  /** Changes with the settings. */
  source: string
  /** In microseconds since 1970. A process with an older standard leaves the walk to one with the newer one. */
  changedAt: number
}

/** A link or a domain. */
export interface CheckedObject extends Partial<LinkSettings> {
  kind: 'link' | 'domain'
  id: string
  account_id: string
  /** The host of a branded domain. */
  host: string | null
  /** Destinations of the A/B test of a link, and the website of a contact that it shows; the URLs of a domain. */
  others: string[]
}

/**
 * Whether links and domains are due: new ones, and all a day after the latest walk began if it has ended, or as soon as the
 * standard has changed.
 */
export const walkIsDue = (sql: Sql | Tx, name: string, standard: Standard): Part => sql`
  not exists (
    select from safety_walks
    where name = ${name} and (${isNewer(sql, standard)} or (next_at > now() and not ${beginsAgain(sql, standard)})))`

/** Another process has read a newer version of the same source. This one leaves the walk to it. */
const isNewer = (sql: Sql | Tx, { source, changedAt }: Standard): Part => sql`
  (source = ${source} and changed_at > ${changedAt}::bigint
    and next_at > now() - make_interval(hours => ${hoursOfSilence}))`

const beginsAgain = (sql: Sql | Tx, { source, changedAt }: Standard): Part => sql`
  (source <> ${source} or changed_at <> ${changedAt}::bigint or last_new_id is null
    or (${hasEnded(sql)} and begun_at < now() - make_interval(hours => ${hoursBetweenWalks})))`

/** Providers have quotas, so a walk over many links can take days. */
const hasEnded = (sql: Sql | Tx): Part => sql`coalesce(ended_at >= begun_at, false)`

interface Step {
  name: string
  standard: Standard
  /** Links and domains of this step. */
  most: number
}

/** How far a walk is. */
interface Position {
  /** Links and domains up to this ID are done, of those from before the walk. */
  after: string
  /** New links and domains up to this ID are done. */
  afterNew: string
  hasEnded: boolean
}

interface Walk extends Position {
  continues: boolean
  begunAt: number
  now: number
}

/**
 * One step of a walk over all links and domains: those with the latest IDs, which come from archives, then the others in the order
 * of their IDs. Up to half of each step is for new ones, so that they do not wait for the end. The caller holds the lock of the
 * task. If the caller is killed, the next step repeats this one; if `check` returns false, a later step does. Links in quarantine
 * and the URLs of domains in quarantine are left out.
 */
export async function takeStep(
  tx: Tx,
  { name, standard, most }: Step,
  check: (objects: readonly CheckedObject[]) => Promise<boolean>,
): Promise<void> {
  const { source, changedAt } = standard
  const walk = await readWalk(tx, name, standard)
  if (walk === undefined) return
  const { objects, ...next } = await takeObjects(tx, walk, most)
  const isDone = await check(objects)
  const { after, afterNew, hasEnded: isOver } = isDone ? next : walk
  const wait = isDone ? (objects.length < most ? secondsBetweenLooks : 0) : minutesAfterFailure * 60
  await tx`
    insert into safety_walks (name, source, changed_at, last_link_id, last_new_id, begun_at, ended_at, next_at)
    values (${name}, ${source}, ${changedAt}, ${after}, ${afterNew}, now(), case when ${isOver} then now() end,
      now() + make_interval(secs => ${wait}))
    on conflict (name) do update
    set source = excluded.source, changed_at = excluded.changed_at, last_link_id = excluded.last_link_id,
      last_new_id = excluded.last_new_id, next_at = excluded.next_at,
      begun_at = case when ${walk.continues} then safety_walks.begun_at else excluded.begun_at end,
      ended_at = case when ${walk.hasEnded} then safety_walks.ended_at else excluded.ended_at end`
}

/** The walk, or a new one if it begins again. undefined if this process leaves it to another. */
async function readWalk(tx: Tx, name: string, standard: Standard): Promise<Walk | undefined> {
  const [row] = await tx<(Position & { begun_at: Date; continues: boolean; isNewer: boolean })[]>`
    select last_link_id as after, last_new_id as "afterNew", ${hasEnded(tx)} as "hasEnded", begun_at,
      not ${beginsAgain(tx, standard)} as continues, ${isNewer(tx, standard)} as "isNewer"
    from safety_walks
    where name = ${name}`
  if (row?.isNewer === true) return undefined
  const now = await readTime(tx)
  if (row?.continues === true) return { ...row, begunAt: row.begun_at.getTime(), now }
  const afterNew = await findNewest(tx, now)
  return { after: idsOfWalk(now), afterNew, hasEnded: false, continues: false, begunAt: now, now }
}

async function readTime(tx: Tx): Promise<number> {
  const rows = await tx<{ now: Date }[]>`select now()`
  return theRow(rows, 'Postgres returned no time').now.getTime()
}

/** The latest ID up to this time. Objects of other transactions that are not visible here have later ones. */
async function findNewest(tx: Tx, now: number): Promise<string> {
  const last = lastIdAt(now)
  const rows = await tx<{ id: string | null }[]>`
    select greatest(
      (select id from links where id <= ${last} order by id desc limit 1),
      (select id from domains where id <= ${last} order by id desc limit 1)) as id`
  return theRow(rows, 'Postgres returned no ID').id ?? firstId
}

/** The last ID of version 7 of this time. */
function lastIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7fff-bfff-ffffffffffff`
}

/** Those from before the walk have IDs up to this one, except some from archives. */
const idsOfWalk = (begunAt: number): string => lastIdAt(begunAt + hoursAhead * hourMs)

/** The objects of the next step, and the position after them. */
async function takeObjects(tx: Tx, walk: Walk, most: number): Promise<Position & { objects: CheckedObject[] }> {
  // A position after the present would hide new ones.
  const isNew = tx`id > ${walk.afterNew} and id <= ${lastIdAt(walk.now)}`
  const found = await selectObjects(tx, isNew, walk.hasEnded ? most : Math.floor(most / 2))
  const afterNew = found.at(-1)?.id ?? walk.afterNew
  if (walk.hasEnded) return { objects: found, after: walk.after, afterNew, hasEnded: true }
  const room = most - found.length
  const { objects, after } = await takeOld(tx, walk, room)
  return { objects: [...found, ...objects], after, afterNew, hasEnded: objects.length < room }
}

async function takeOld(tx: Tx, { after, begunAt }: Walk, most: number) {
  const isAtLatest = after >= idsOfWalk(begunAt)
  const latest = isAtLatest ? await selectObjects(tx, tx`id > ${after}`, most) : []
  const lastOfLatest = latest.at(-1)
  if (lastOfLatest !== undefined && latest.length === most) return { objects: latest, after: lastOfLatest.id }
  const others = await selectObjects(
    tx,
    tx`${isAtLatest ? tx`id >= ${firstId}` : tx`id > ${after}`} and id <= ${lastIdAt(begunAt)}`,
    most - latest.length,
  )
  return { objects: [...latest, ...others], after: others.at(-1)?.id ?? (isAtLatest ? firstId : after) }
}

/** Branded domains in quarantine are still read, because their hosts may look like protected names. */
async function selectObjects(tx: Tx, isWanted: Part, most: number): Promise<CheckedObject[]> {
  return await tx<CheckedObject[]>`
    (
      select 'link' as kind, id, account_id, null::text as host, url, expired_url, ios_url, android_url, fallback_url,
        targeting_rules, schedules, array(
          select destination_url
          from ab_variants
          join ab_tests on ab_tests.id = ab_variants.test_id
          where ab_tests.link_id = links.id
          and (ab_tests.status <> 'completed' or ab_variants.id = links.winner_variant_id)
          union all
          select content_data ->> 'website'
          from qr_codes
          where qr_codes.link_id = links.id and content_data ->> 'website' is not null
        ) as others
      from links
      where ${isWanted} and quarantined_at is null
      order by id
      limit ${most}
    )
    union all
    (
      select 'domain', id, account_id, case when type = 'branded' then host end, null::text, null::text, null::text,
        null::text, null::text, '[]'::jsonb, '[]'::jsonb, ${urlsInQuestion(tx)}
      from domains
      where ${isWanted} and type <> 'standard'
      order by id
      limit ${most}
    )
    order by id
    limit ${most}`
}

const urlsInQuestion = (tx: Tx): Part => tx`
  case
    when quarantined_at is null then array_remove(
      array[root_redirect_url, not_found_url, expired_url,
        app_links #>> '{ios,store_url}', app_links #>> '{android,store_url}'], null)
    else '{}'
  end`
