import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ImportOutcome, ListImportItemsQuery } from '#schemas/imports.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { countRows, type Page } from '../rows.ts'

export interface ImportItem {
  position: number
  source_key: string | null
  source_url: string | null
  outcome: ImportOutcome
  link_id: string | null
  message: string | null
}

/** Records what became of links, once for each position. */
export async function insertItems(
  tx: Tx,
  { id, account_id }: { id: string; account_id: string },
  items: readonly ImportItem[],
): Promise<void> {
  if (items.length === 0) return
  await tx`
    insert into import_items (import_id, account_id, position, source_key, source_url, outcome, link_id, message)
    select ${id}, ${account_id}, position, source_key, source_url, outcome, link_id, message
    from jsonb_to_recordset(${tx.json(items.map((item) => ({ ...item })))})
      as item (position int, source_key text, source_url text, outcome text, link_id uuid, message text)`
}

/** Positions of these that have an outcome. */
export async function selectDone(sql: Sql, importId: string, positions: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ position: number }[]>`
    select position
    from import_items
    where import_id = ${importId} and position = any(${[...positions]}::int[])`
  return new Set(rows.map(({ position }) => position))
}

/** A link that an import created, and the import. */
export interface ImportedLink {
  link_id: string
  import_id: string
  url: string
}

/** Links of the account that imports created from these, by source key. Deleted ones are left out. */
export async function selectImported(
  sql: Sql | Tx,
  accountId: string,
  sourceKeys: readonly string[],
): Promise<Map<string, ImportedLink>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await sql<(ImportedLink & { source_key: string })[]>`
    select distinct on (source_key) source_key, link_id, import_id, links.url
    from import_items
    join links on links.id = link_id
    where import_items.account_id = ${accountId} and links.account_id = ${accountId}
    and source_key = any(${[...sourceKeys]}::text[]) and link_id is not null
    order by source_key, import_id desc, position desc`
  return new Map(rows.map(({ source_key, ...link }) => [source_key, link]))
}

interface ListedItem extends Omit<ImportItem, 'source_key'>, Pick<LinkDomain, 'type' | 'host'> {
  /** null if the link was deleted. */
  code: string | null
}

export async function selectItems(
  sql: Sql,
  importId: string,
  { outcome }: Pick<ListImportItemsQuery, 'outcome'>,
  { limit, offset }: Page,
): Promise<ListedItem[]> {
  return await sql<ListedItem[]>`
    select position, source_url, outcome, link_id, message, links.code, domains.type, domains.host
    from import_items
    left join links on links.id = link_id
    left join domains on domains.id = links.domain_id
    where import_id = ${importId} ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
    order by position
    limit ${limit}
    offset ${offset}`
}

export const countItems = (sql: Sql, importId: string, { outcome }: Pick<ListImportItemsQuery, 'outcome'>) =>
  countRows(
    sql,
    sql`import_items where import_id = ${importId} ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}`,
  )
