import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ifThere } from '#runtime/if-there.ts'

const migrationNames = z.array(z.string())

export const manifest = z.object({
  /** Version of the format. */
  format: z.literal(1),
  created_at: z.iso.datetime(),
  waymark: z.string(),
  /** Applied migrations. A restored database first gets these, then the data, then newer ones. */
  migrations: z.object({ postgres: migrationNames, clickhouse: migrationNames }),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
  clicks: z.array(z.object({ file: z.string(), rows: z.int() })),
  /** Batches that were stored while the backup was taken: Postgres does not count them. */
  late_batches: z.array(z.uuid()),
})
export type Manifest = z.infer<typeof manifest>
export type BackedUpTable = Manifest['tables'][number]
export type ClickFile = Manifest['clicks'][number]

/** Written last: without it, a backup is incomplete. */
const name = 'manifest.json'
export const manifestFile = (folder: string) => join(folder, name)
export const tableFile = (folder: string, table: string) => join(folder, 'postgres', `${table}.copy.gz`)
export const clickFile = (folder: string, file: string) => join(folder, 'clickhouse', file)
export const keysCopy = (folder: string) => join(folder, 'encryption-keys')

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await ifThere(() => readFile(manifestFile(folder), 'utf8'))
  if (text === null) throw new Error(`${folder} contains no complete backup: ${name} is missing`)
  return manifest.parse(JSON.parse(text))
}
