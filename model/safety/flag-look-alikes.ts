import { createHash } from 'node:crypto'
import { hostOf } from '#core/safety/listed-hosts.ts'
import { LookAlikes } from '#core/safety/look-alikes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { urlsOf } from './check-links.ts'
import { mostOfAll } from './visitor-reports.ts'
import { type CheckedObject, type Standard, takeStep, walkIsDue } from './walk.ts'

const name = 'look-alikes'
const objectsOfStep = 2_000
/** Entries of one account, also dismissed ones, so that it cannot use up those of all. One step can store more. */
const mostOfAccount = 500

const standardOf = (names: readonly string[]): Standard => ({
  source: createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16),
  changedAt: 0,
})

export const lookAlikesAreDue =
  (names: readonly string[]) =>
  (sql: Sql): Part =>
    names.length === 0 ? sql`false` : walkIsDue(sql, name, standardOf(names))

interface Flag {
  account_id: string
  link_id: string | null
  domain_id: string | null
  reason: string
}

/** Reports links and branded domains whose hosts look like protected names, each once. The operator decides. */
export async function flagLookAlikes(tx: Tx, names: readonly string[], most = objectsOfStep): Promise<void> {
  const lookAlikes = new LookAlikes(names)
  await takeStep(tx, { name, standard: standardOf(names), most }, async (objects) => {
    await storeFlags(
      tx,
      objects.flatMap((object) => flagsOf(object, lookAlikes)),
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

/** Links and domains that were just deleted are left out. */
async function storeFlags(tx: Tx, flags: readonly Flag[]): Promise<void> {
  if (flags.length === 0) return
  const rows = flags.map((flag) => ({ id: uuidv7(), ...flag }))
  await tx`
    insert into safety_reports (id, account_id, link_id, domain_id, kind, reason, host, code)
    select given.id, given.account_id, links.id, given.domain_id, 'look_alike', given.reason, domains.host, links.code
    from jsonb_to_recordset(${tx.json(rows)})
      as given (id uuid, account_id uuid, link_id uuid, domain_id uuid, reason text)
    left join links on links.id = given.link_id
    join domains on domains.id = coalesce(links.domain_id, given.domain_id)
    where (select count(*) from safety_reports where kind = 'look_alike') < ${mostOfAll}
    and (
      select count(*)
      from safety_reports
      where kind = 'look_alike' and safety_reports.account_id = given.account_id
    ) < ${mostOfAccount}
    on conflict do nothing`
}
