import type { Sql, Tx } from '#runtime/postgres.ts'
import { takeRev } from '../publish/take-rev.ts'
import { applySchedules } from './apply-schedules.ts'
import type { LinkDomain, Site } from './describe-link.ts'
import {
  type LinkCounts,
  type LinkHealth,
  type LinkRow,
  type LinkUses,
  linkColumns,
  linkHealth,
  linkUses,
} from './link-row.ts'
import type { LockedLink } from './locked-link.ts'

interface Which {
  account_id: string
  link_id: string
  /** The new code of the link, which is locked too. */
  next_code?: string | undefined
}

/** Renames that one change waits for. */
const mostMoves = 10

/**
 * Runs a change of an account's link in a transaction that locks its code, after its scheduled changes that are due. undefined
 * if there is no such link.
 */
export async function withLockedLink<Result>(
  { sql, config }: { sql: Sql; config: Site },
  which: Which,
  change: (tx: Tx, link: LockedLink) => Promise<Result>,
): Promise<Result | undefined> {
  for (let moves = 0; moves < mostMoves; moves++) {
    const found = await findCode(sql, which)
    if (found === undefined) return undefined
    const outcome = await sql.begin(async (tx) => {
      const { domain, code } = found
      const rev = await takeRev(tx, domain.id, code, which.next_code ?? code)
      const link = await readLink(tx, which.link_id)
      // Renamed or deleted while this waited, so the lock is not on the link.
      if (link?.code !== code) return null
      const locked = { ...link, account_id: which.account_id, domain, rev }
      return { result: await change(tx, await applySchedules(tx, locked, config)) }
    })
    if (outcome !== null) return outcome.result
  }
  throw new Error(`a link was renamed ${mostMoves} times while a change waited for it`)
}

async function findCode(sql: Sql, { account_id, link_id }: Which) {
  const [row] = await sql<{ code: string; domain: LinkDomain }[]>`
    select links.code, json_build_object('id', domains.id, 'type', domains.type, 'host', domains.host) as domain
    from links
    join domains on domains.id = links.domain_id
    where links.id = ${link_id} and links.account_id = ${account_id}`
  return row
}

/** Locks the counts first, so that a changed limit and the clicks that reach it see each other (announce-limits.ts). */
async function readLink(tx: Tx, linkId: string) {
  const [row] = await tx<(LinkRow & LinkCounts & LinkUses & LinkHealth)[]>`
    with counts as materialized (
      select clicks, last_clicked_at from link_counts where link_id = ${linkId} for update
    )
    select ${linkColumns(tx)}, coalesce(counts.clicks, 0) as clicks, counts.last_clicked_at, ${linkUses(tx)}, ${linkHealth(tx)}
    from links
    left join counts on true
    where links.id = ${linkId}`
  return row
}
