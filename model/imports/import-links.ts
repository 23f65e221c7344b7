import { refusalBy } from '#core/api-error.ts'
import { wasRefused } from '#runtime/postgres.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { judgeRules, readRules } from '../links/link-rules.ts'
import { destinationJudge } from '../safety/refuse-destinations.ts'
import { type ImportItem, selectDone, selectImported } from './import-items.ts'
import { removeLinkPart, type StagedLink } from './import-parts.ts'
import { holdTurn } from './import-turn.ts'
import { createRecorded, type ImportRun, type ImportStores, itemOf, type ReadyLink, record } from './record-links.ts'
import { resolveConflict } from './resolve-conflict.ts'

/**
 * Imports the links of a part, each once: the transaction that creates links also records their positions. A part that was
 * interrupted is continued with the links that have no outcome.
 */
export async function importPart(importing: ImportRun, part: number, links: readonly StagedLink[]): Promise<void> {
  const { stores, run } = importing
  const { sql } = stores
  const done = await selectDone(
    sql,
    run.id,
    links.map(({ position }) => position),
  )
  const ready = await admit(
    importing,
    links.filter(({ position }) => !done.has(position)),
  )
  const { fresh, others } = await separate(importing, ready)
  const taken = await createTogether(importing, fresh)
  const left = [...others, ...taken].sort((one, other) => one.position - other.position)
  for (const link of left) await resolveConflict(importing, link)
  await sql.begin(async (tx) => {
    await holdTurn(tx, run, {})
    await removeLinkPart(tx, run.id, part)
  })
}

/** Records links as failed that would cause redirect loops, or whose domain is gone. */
async function admit(importing: ImportRun, links: readonly StagedLink[]): Promise<ReadyLink[]> {
  const { stores, run } = importing
  const { sql, config } = stores
  const domains = await selectDomains(stores, run.account_id, links)
  const refuse = await destinationJudge(
    { sql, config, account_id: run.account_id },
    links.map(({ settings }) => settings),
  )
  const failed: ImportItem[] = []
  const ready = links.flatMap((link) => {
    const domain = domains.get(link.domain_id)
    const refusal =
      domain === undefined
        ? 'Its domain is no longer verified in the account.'
        : refusalBy(() => {
            refuse(link.settings)
            judgeRules(readRules(link.settings.targeting_rules), config)
            for (const { changes } of link.settings.schedules ?? [])
              judgeRules(readRules(changes.targeting_rules ?? []), config)
          })
    if (refusal !== null) failed.push(itemOf(link, 'failed', { message: refusal }))
    return domain === undefined || refusal !== null ? [] : [{ ...link, domain }]
  })
  if (failed.length > 0) await record(importing, failed)
  return ready
}

async function selectDomains({ sql }: ImportStores, accountId: string, links: readonly StagedLink[]) {
  const ids = [...new Set(links.map(({ domain_id }) => domain_id))]
  const rows = await sql<LinkDomain[]>`
    select id, type, host
    from domains
    where id = any(${ids}::uuid[]) and status = 'verified' and (account_id = ${accountId} or type = 'standard')`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Links that can be created at once. The others were imported before, appear twice, or have no possible slug. */
async function separate({ stores, run }: ImportRun, links: readonly ReadyLink[]) {
  const keys = links.flatMap(({ source_key }) => source_key ?? [])
  const seen: Set<string> = new Set((await selectImported(stores.sql, run.account_id, keys)).keys())
  const fresh: ReadyLink[] = []
  const others: ReadyLink[] = []
  for (const link of links) {
    const isOther = link.refusal !== null || (link.source_key !== null && seen.has(link.source_key))
    if (link.source_key !== null) seen.add(link.source_key)
    ;(isOther ? others : fresh).push(link)
  }
  return { fresh, others }
}

/** Returns those whose slug is taken. */
async function createTogether(importing: ImportRun, links: readonly ReadyLink[]): Promise<ReadyLink[]> {
  if (links.length === 0) return []
  try {
    const created = await createRecorded(importing, links, 'created')
    return links.filter((_, index) => created[index] === null)
  } catch (error) {
    // One of them refers to something that was just deleted, for example.
    if (wasRefused(error)) return [...links]
    throw error
  }
}
