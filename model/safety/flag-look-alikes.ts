import { createHash } from 'node:crypto'
import { hostOf } from '#core/safety/listed-hosts.ts'
import { LookAlikes } from '#core/safety/look-alikes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { theRow } from '../rows.ts'
import { urlsOf } from './check-links.ts'
import { type CheckedObject, type Standard, takeStep, walkIsDue } from './walk.ts'

const name = 'look-alikes'
const objectsOfStep = 2_000
/** Open entries of all accounts. One step can store more. */
const mostOpen = 10_000
/** Open entries of one account, so that it cannot use up those of all. */
const mostOfAccount = 500

const standardOf = (names: readonly string[]): Standard => ({
  source: createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16),
  changedAt: 0,
})

export const lookAlikesAreDue =
  (names: readonly string[]) =>
  (sql: Sql): Part =>
    names.length === 0 ? sql`false` : walkIsDue(sql, name, standardOf(names))

interface WarningLog {
  warn(about: object, message: string): void
}

interface Flag {
  account_id: string
  link_id: string | null
  domain_id: string | null
  reason: string
}

/** Reports links and branded domains whose hosts look like protected names, each once. The operator decides. */
export async function flagLookAlikes(
  tx: Tx,
  { log }: { log: WarningLog },
  names: readonly string[],
  most = objectsOfStep,
): Promise<void> {
  const lookAlikes = new LookAlikes(names)
  await takeStep(tx, { name, standard: standardOf(names), most }, async (objects) => {
    const flags = objects.flatMap((object) => flagsOf(object, lookAlikes))
    const unreported = flags.length === 0 ? 0 : await storeFlags(tx, flags)
    if (unreported > 0)
      log.warn(
        { look_alikes: unreported },
        'too many look-alikes are open; these are reported after some are dismissed',
      )
    return true
  })
}

function flagsOf(object: CheckedObject, lookAlikes: LookAlikes): Flag[] {
  const { kind, id, account_id, host } = object
  const hosts = [...(host === null ? [] : [host]), ...urlsOf(object).flatMap((url) => hostOf(url) ?? [])]
  const of = kind === 'domain' ? { link_id: null, domain_id: id } : { link_id: id, domain_id: null }
  return reasonsFor(lookAlikes, hosts).map((reason) => ({ account_id, ...of, reason }))
}

/** In ASCII, in which the hosts do not look alike. */
function reasonsFor(lookAlikes: LookAlikes, hosts: readonly string[]): string[] {
  return [...new Set(hosts)].flatMap((host) => {
    const imitated = lookAlikes.find(host)
    return imitated === undefined ? [] : [`${host} looks like ${imitated}`]
  })
}

/** Returns the number of new ones that were not stored because of a limit. Links and domains that were just deleted are left out. */
async function storeFlags(tx: Tx, flags: readonly Flag[]): Promise<number> {
  const flagged = flags.map((flag) => ({ id: uuidv7(), ...flag }))
  const rows = await tx<{ unreported: number }[]>`
    with fresh as (
      select given.id, given.account_id, links.id as link_id, given.domain_id, given.reason, domains.host, links.code, (
        (select count(*) from safety_reports where kind = 'look_alike' and dismissed_at is null) < ${mostOpen}
        and (
          select count(*)
          from safety_reports
          where kind = 'look_alike' and dismissed_at is null and safety_reports.account_id = given.account_id
        ) < ${mostOfAccount}
      ) as fits
      from jsonb_to_recordset(${tx.json(flagged)})
        as given (id uuid, account_id uuid, link_id uuid, domain_id uuid, reason text)
      left join links on links.id = given.link_id
      join domains on domains.id = coalesce(links.domain_id, given.domain_id)
      where not exists (
        select
        from safety_reports
        where kind = 'look_alike' and safety_reports.reason = given.reason
        and coalesce(safety_reports.link_id, safety_reports.domain_id) = coalesce(given.link_id, given.domain_id)
      )
    ),
    stored as (
      insert into safety_reports (id, account_id, link_id, domain_id, kind, reason, host, code)
      select id, account_id, link_id, domain_id, 'look_alike', reason, host, code
      from fresh
      where fits
      on conflict do nothing
    )
    select count(*) filter (where not fits) as unreported from fresh`
  return theRow(rows, 'Postgres returned no count').unreported
}
