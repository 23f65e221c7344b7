import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { Actor } from '#schemas/audit.ts'
import { quarantineDomain, urlsOfDomain } from '../domains/quarantine-domain.ts'
import { destinationsOf } from '../links/destinations-of.ts'
import { quarantineLink } from '../links/quarantine-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { Blocklist } from './blocklist.ts'
import { type CheckedObject, takeStep, walkIsDue } from './walk.ts'

const name = 'blocklist'
/** Links and domains per step, which takes about 20 ms without a hit. There are two steps a second while some are due. */
const objectsOfStep = 2_000
const objectsAtOnce = 4
/** Until then, an API process may still accept destinations that are new in the list. */
const settleMs = 30_000

const waymark: Actor = { type: 'system', id: null, name: 'Waymark' }

export const linkChecksAreDue =
  (blocklist: Blocklist, settle = settleMs) =>
  (sql: Sql): Part => {
    const { version } = blocklist
    const isSettled = version !== null && Date.now() - version.changedAt / 1_000 >= settle
    return isSettled ? walkIsDue(sql, name, version) : sql`false`
  }

/** Puts links with a listed destination in quarantine, and the URLs of domains if one of them is listed. */
export async function checkLinks(
  tx: Tx,
  stores: LinkStores,
  blocklist: Blocklist,
  most = objectsOfStep,
): Promise<void> {
  const { version: standard } = blocklist
  if (standard === null) return
  await takeStep(tx, { name, standard, most }, async (objects) => {
    await runLanes(objects, objectsAtOnce, async (object) => {
      const url = urlsOf(object).find((each) => blocklist.find(each) !== undefined)
      if (url !== undefined) await stop(stores, object, { url, reason: `${blocklist.find(url)} is on the blocklist` })
    })
    return true
  })
}

export const urlsOf = (object: CheckedObject): string[] => [
  ...destinationsOf(object).map(({ url }) => url),
  ...object.others,
]

/**
 * Puts a link or a domain in quarantine, unless it no longer has this URL. Other changes of it do not matter: otherwise, frequent
 * ones would save it.
 */
export async function stop(
  stores: LinkStores,
  { kind, id, account_id, others }: CheckedObject,
  { url, reason }: { url: string; reason: string },
): Promise<void> {
  const quarantine = { reason, origin: { account_id, actor: waymark, address: null } }
  try {
    if (kind === 'domain') {
      const isDue = (row: Parameters<typeof urlsOfDomain>[0]) => urlsOfDomain(row).includes(url)
      await quarantineDomain(stores, { ...quarantine, domain_id: id, isDue })
    } else {
      const isDue = (row: Parameters<typeof destinationsOf>[0]) =>
        others.includes(url) || destinationsOf(row).some((each) => each.url === url)
      await quarantineLink(stores, { ...quarantine, link_id: id, isDue })
    }
  } catch (error) {
    stores.log.warn({ err: error, kind, id }, 'a quarantine failed; it is repeated at the next check')
  }
}
