import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ArchivePart } from '#core/archive/read-archive.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Part of an archive that was checked and is not imported yet. */
export type StagedPart = ArchivePart & {
  /** Its number. Parts are imported in this order. */
  place: number
  /** Number of its first row in the archive. */
  first: number
}

export async function insertArchivePart(tx: Tx, importId: string, { place, ...part }: StagedPart): Promise<void> {
  const content = await pack(JSON.stringify(part), { level: 1 })
  await tx`
    insert into import_parts (import_id, kind, part, content)
    values (${importId}, 'archive', ${place}, ${content})`
}

/** The first part that is not imported yet. */
export async function readArchivePart(sql: Sql, importId: string): Promise<StagedPart | undefined> {
  const [row] = await sql<{ part: number; content: Buffer }[]>`
    select part, content
    from import_parts
    where import_id = ${importId} and kind = 'archive'
    order by part
    limit 1`
  if (row === undefined) return undefined
  const part = JSON.parse((await unpack(row.content)).toString()) as Omit<StagedPart, 'place'>
  return { ...part, place: row.part } as StagedPart
}

export async function removeArchivePart(tx: Tx, importId: string, place: number): Promise<void> {
  await tx`
    delete from import_parts
    where import_id = ${importId} and kind = 'archive' and part = ${place}`
}
