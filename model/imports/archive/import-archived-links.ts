import type { Tx } from '#runtime/postgres.ts'
import { makeCode } from '../../links/make-code.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes } from './archive-run.ts'
import { insertArchivedLinks, newRowOf } from './insert-archived-links.ts'
import { overwriteLink } from './overwrite-link.ts'
import { findOtherCode, isReserved, type PlacedLink, placeLinks, selectTaken, slugOf } from './place-links.ts'
import { findOwn, type KnownId, recordIds } from './source-ids.ts'

type LinkPart = Extract<StagedPart, { kind: 'links' }>

/** A generated slug is taken once in millions of times. */
const mostTries = 3

/**
 * Creates the links of a part, each once. What happens to those whose slug is taken is the choice of the owner. Their
 * codes, tests and clicks follow.
 */
export async function importArchivedLinks(importing: ArchiveRun, part: LinkPart): Promise<void> {
  const { stores, run } = importing
  const outcomes = new Outcomes(part)
  const known: KnownId[] = []
  const report = (link: PlacedLink, outcome: 'skipped' | 'failed' | 'overwritten', message?: string, id?: string) => {
    outcomes.add(link.index, outcome, {
      ...nameOf(link),
      message: message === undefined ? null : `“${link.row.code}”: ${message}`,
      link_id: id ?? null,
    })
    known.push({ source_id: link.row.id, target_id: id ?? null, is_new: false })
  }
  const { fresh, overwritten } = await decide(importing, await placeLinks(importing, part.rows), report)
  for (const { link, id } of overwritten) {
    const refusal = await overwriteLink(importing, link.row, id)
    report(link, refusal === undefined ? 'overwritten' : 'failed', refusal, id)
  }
  const rows = await Promise.all(fresh.map((link) => newRowOf(importing, link)))
  await stores.sql.begin(async (tx) => {
    const campaigns = await findOwn(
      tx,
      run,
      'campaigns',
      part.rows.map(({ campaign_id }) => campaign_id),
    )
    for (const { columns } of rows) columns.campaign_id = campaigns(columns.campaign_id)
    const inserted = await insertAll(tx, run.conflict === 'rename', rows)
    for (const [place, link] of fresh.entries()) {
      const code = rows[place]?.columns.code
      if (!inserted.has(link.id)) report(link, 'skipped', 'The slug is taken.')
      else {
        const renamed = code === link.row.code ? {} : { message: `The slug is now ${code}.` }
        outcomes.add(link.index, code === link.row.code ? 'created' : 'renamed', {
          ...{ ...nameOf(link), ...renamed, link_id: link.id },
        })
        known.push({ source_id: link.row.id, target_id: link.id, is_new: true })
      }
    }
    await recordIds(tx, run, 'links', known)
    await finishPart(tx, run, part, outcomes)
  })
}

const nameOf = ({ row }: PlacedLink) => ({ source_key: `waymark:${row.id}` })

interface Decided {
  fresh: PlacedLink[]
  overwritten: { link: PlacedLink; id: string }[]
}

type Report = (link: PlacedLink, outcome: 'skipped' | 'failed', message: string, id?: string) => void

async function decide({ stores, run }: ArchiveRun, links: readonly PlacedLink[], report: Report): Promise<Decided> {
  const decided: Decided = { fresh: [], overwritten: [] }
  const taken = await selectTaken(stores.sql, links)
  const used = new Set<string>()
  for (const link of links) {
    const owner = taken.get(slugOf(link))
    const isFree = owner === undefined && !isReserved(link) && !used.has(slugOf(link))
    const own = link.isOwn ? link.id : owner?.account_id === run.account_id ? owner.id : undefined
    if (link.refusal !== null) report(link, 'failed', link.refusal)
    else if (link.isOwn && run.conflict !== 'overwrite') report(link, 'skipped', 'The link was imported before.', own)
    else if (own !== undefined && run.conflict === 'overwrite') decided.overwritten.push({ link, id: own })
    else if (isFree || run.conflict === 'rename') {
      const placed = isFree ? link : { ...link, code: await findOtherCode(stores.sql, link, used) }
      used.add(slugOf(placed))
      decided.fresh.push(placed)
    } else if (isReserved(link)) report(link, 'skipped', 'The slug is reserved.')
    else report(link, 'skipped', 'The slug is taken.')
  }
  return decided
}

/** A slug can be taken since it was chosen. Returns the ids of the links that were inserted. */
async function insertAll(
  tx: Tx,
  mayRename: boolean,
  rows: readonly Awaited<ReturnType<typeof newRowOf>>[],
): Promise<Set<string>> {
  const inserted = await insertArchivedLinks(tx, rows)
  for (let tries = 0; mayRename && tries < mostTries && inserted.size < rows.length; tries++) {
    const left = rows.filter(({ columns }) => !inserted.has(columns.id))
    for (const { columns } of left) Object.assign(columns, { code: makeCode(), is_custom_alias: true })
    for (const id of await insertArchivedLinks(tx, left)) inserted.add(id)
  }
  return inserted
}
