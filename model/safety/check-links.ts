import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { Actor } from '#schemas/audit.ts'
import { destinationsOf } from '../links/destinations-of.ts'
import type { LinkRow } from '../links/link-row.ts'
import { quarantineLink } from '../links/quarantine-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { Blocklist } from './blocklist.ts'
import { type CheckedLink, takeStep, walkIsDue } from './walk.ts'

const name = 'blocklist'
/** Links per step, which takes about 20 ms without a hit. There are two steps a second while links are due. */
const linksOfStep = 2_000
const linksAtOnce = 4
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

/** Puts links with a listed destination in quarantine. */
export async function checkLinks(tx: Tx, stores: LinkStores, blocklist: Blocklist, most = linksOfStep): Promise<void> {
  const { version: standard } = blocklist
  if (standard === null) return
  await takeStep(tx, { name, standard, most }, async (links) => {
    await runLanes(links, linksAtOnce, async (link) => {
      const url = urlsOf(link).find((each) => blocklist.find(each) !== undefined)
      if (url !== undefined) await stopLink(stores, link, { url, reason: `${blocklist.find(url)} is on the blocklist` })
    })
    return true
  })
}

export const urlsOf = (link: CheckedLink): string[] => [...destinationsOf(link).map(({ url }) => url), ...link.others]

/** Unless the link no longer has this destination. Other changes of it do not matter: otherwise, frequent ones would save it. */
export async function stopLink(
  stores: LinkStores,
  link: CheckedLink,
  { url, reason }: { url: string; reason: string },
): Promise<void> {
  const has = (row: LinkRow) => link.others.includes(url) || destinationsOf(row).some((each) => each.url === url)
  try {
    await quarantineLink(stores, {
      link_id: link.id,
      reason,
      origin: { account_id: link.account_id, actor: waymark, address: null },
      isDue: has,
    })
  } catch (error) {
    stores.log.warn({ err: error, link_id: link.id }, 'a link was not put in quarantine; it will be at the next check')
  }
}
