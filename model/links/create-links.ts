import type { Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { applyCreated, type Change, type LinkStores } from '../publish/apply-change.ts'
import { takeSharedRev } from '../publish/take-rev.ts'
import { announceEach } from '../webhooks/announce.ts'
import { type DescribedLink, describeLink, type Site } from './describe-link.ts'
import { type CreatedRow, insertLinks } from './insert-links.ts'
import { makeCodes } from './make-code.ts'
import { columnsOf, type LinkColumns, type PlainNewLink, unvisited } from './new-link.ts'

/** null: its code is taken. */
type CreatedLink = (DescribedLink & { account_id: string }) | null

/**
 * Creates links in one transaction, which costs a tenth of one for each. null: the code is taken. When this returns, every
 * redirector serves the others. A reference to something that was deleted meanwhile fails all of them. `also` runs in the same
 * transaction, and fails all of them if it throws.
 */
export async function createLinks(
  stores: LinkStores,
  inputs: readonly PlainNewLink[],
  also: (tx: Tx, links: readonly CreatedLink[]) => Promise<void> = async () => undefined,
): Promise<CreatedLink[]> {
  const generated = makeCodes(inputs.flatMap(({ alias, code_length }) => (alias === null ? [code_length] : [])))
  const codes = inputs.map(({ domain, alias }) => ({ domain_id: domain.id, code: alias ?? generated.pop() ?? '' }))
  // In the order of the inputs: links of one transaction have the same date, and lists continue with their ids.
  const ids = inputs.map(() => uuidv7()).sort()
  const columns = inputs.map((input, index) => columnsOf(input, codes[index]?.code ?? '', ids[index]))
  const { rows, links } = await stores.sql.begin(async (tx) => {
    const { rows, isHeard } = await insertAll(tx, columns, await takeSharedRev(tx, codes))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const links = inputs.map((input, index) => {
      const row = byId.get(columns[index]?.id ?? '')
      return row === undefined ? null : unvisited(row, input)
    })
    if (isHeard) await announceCreated(tx, stores.config, links)
    await also(tx, links)
    return { rows, links }
  })
  if (rows.length > 0) await applyCreated(stores, rows.map(toCreated))
  return links
}

function toCreated(link: CreatedRow): { change: Change; link: CreatedRow } {
  const { outbox_id, domain_id, code, rev } = link
  return { change: { outbox_id, domain_id, code, rev }, link }
}

/** Rows with the same columns share a statement: the links of one call mostly have the same. */
async function insertAll(tx: Tx, all: readonly LinkColumns[], rev: number) {
  const alike = new Map<string, [LinkColumns, ...LinkColumns[]]>()
  for (const columns of all) {
    const names = Object.keys(columns).sort().join()
    const others = alike.get(names)
    if (others === undefined) alike.set(names, [columns])
    else others.push(columns)
  }
  const rows: CreatedRow[] = []
  let isHeard = false
  for (const links of alike.values()) {
    const inserted = await insertLinks(tx, links, rev)
    rows.push(...inserted.rows)
    isHeard ||= inserted.isHeard
  }
  return { rows, isHeard }
}

async function announceCreated(tx: Tx, site: Site, links: readonly CreatedLink[]): Promise<void> {
  const happened = links.flatMap((link) =>
    link === null ? [] : [{ account_id: link.account_id, data: describeLink(link, site, link.created_at.getTime()) }],
  )
  if (happened.length > 0) await announceEach(tx, 'url.created', happened)
}
