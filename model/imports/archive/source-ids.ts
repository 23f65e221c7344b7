import { createHash } from 'node:crypto'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ImportRow } from '../import-row.ts'

/** Objects with ids that others refer to. */
export type IdKind =
  | 'campaigns'
  | 'utm_templates'
  | 'qr_assets'
  | 'domains'
  | 'links'
  | 'qr_codes'
  | 'ab_tests'
  | 'ab_variants'
  | 'conversions'
  | 'webhooks'

export interface ChosenId {
  id: string
  /** The account has the object already. */
  isOwn: boolean
}

/**
 * Ids for objects of an archive, by their ids there. An id is kept if no object has it. Otherwise the object gets an id that
 * follows from its own and the account, so that another import finds it again. An object of another account is never chosen.
 */
export async function chooseIds(
  tx: Sql | Tx,
  { account_id }: ImportRow,
  kind: IdKind,
  sources: readonly string[],
): Promise<Map<string, ChosenId>> {
  const derived = new Map(sources.map((source) => [source, deriveId(account_id, kind, source)]))
  const owners = await selectOwners(tx, kind, [...sources, ...derived.values()])
  const choose = (source: string): ChosenId => {
    for (const id of [source, derived.get(source) ?? source]) {
      if (!owners.has(id)) return { id, isOwn: false }
      if (owners.get(id) === account_id) return { id, isOwn: true }
    }
    return { id: uuidv7(), isOwn: false }
  }
  return new Map(sources.map((source) => [source, choose(source)]))
}

/** A UUID of version 8. */
export function deriveId(...from: string[]): string {
  const bytes = createHash('sha256').update(from.join('\n')).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Owners of ids that are in use. A deleted link has none: late clicks on it must not count for another one. */
async function selectOwners(sql: Sql | Tx, kind: IdKind, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await sql<{ id: string; account_id: string | null }[]>`
    ${
      kind === 'ab_variants'
        ? sql`select ab_variants.id, account_id from ab_variants join ab_tests on ab_tests.id = test_id where ab_variants.id = any(${[...ids]}::uuid[])`
        : sql`select id, account_id from ${sql(kind)} where id = any(${[...ids]}::uuid[])`
    }
    ${kind === 'links' ? sql`union all select link_id, null from deleted_links where link_id = any(${[...ids]}::uuid[])` : sql``}`
  return new Map(rows.map(({ id, account_id }) => [id, account_id]))
}

export interface KnownId {
  source_id: string
  /** null: the object was not imported. */
  target_id: string | null
  /** The import has created it. */
  is_new: boolean
}

export async function recordIds(tx: Tx, { id }: ImportRow, kind: IdKind, known: readonly KnownId[]): Promise<void> {
  if (known.length === 0) return
  await tx`
    insert into import_ids (import_id, kind, source_id, target_id, is_new)
    select ${id}, ${kind}, source_id, target_id, is_new
    from jsonb_to_recordset(${tx.json(known.map((each) => ({ ...each })))})
      as known (source_id uuid, target_id uuid, is_new boolean)
    on conflict do nothing`
}

/** The objects of the account for these of the archive. Those that are unknown or were not imported are left out. */
export async function findIds(
  sql: Sql | Tx,
  { id }: ImportRow,
  kind: IdKind,
  sources: readonly (string | null)[],
): Promise<Map<string, { id: string; is_new: boolean }>> {
  const wanted = [...new Set(sources.filter((source) => source !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await sql<(KnownId & { target_id: string })[]>`
    select source_id, target_id, is_new
    from import_ids
    where import_id = ${id} and kind = ${kind} and source_id = any(${wanted}::uuid[]) and target_id is not null`
  return new Map(rows.map(({ source_id, target_id, is_new }) => [source_id, { id: target_id, is_new }]))
}

/** Those of these objects that the account still has. They cannot be deleted before the transaction ends. */
async function holdOwn(
  tx: Tx,
  { account_id }: ImportRow,
  table: 'campaigns' | 'utm_templates' | 'qr_assets',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx<{ id: string }[]>`
    select id
    from ${tx(table)}
    where id = any(${[...ids]}::uuid[]) and account_id = ${account_id}
    order by id
    for key share`
  return new Set(rows.map(({ id }) => id))
}

/** The same as a function, for objects that cannot be deleted before the transaction ends. */
export async function findOwn(
  tx: Tx,
  run: ImportRow,
  table: 'campaigns' | 'utm_templates' | 'qr_assets',
  sources: readonly (string | null)[],
): Promise<(source: string | null) => string | null> {
  const known = await findIds(tx, run, table, sources)
  const held = await holdOwn(
    tx,
    run,
    table,
    [...known.values()].map(({ id }) => id),
  )
  return (source) => {
    const found = source === null ? undefined : known.get(source)
    return found !== undefined && held.has(found.id) ? found.id : null
  }
}
