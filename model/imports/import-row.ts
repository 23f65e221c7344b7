import type { FileFormat } from '#core/imports/file-format.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ArchiveContents } from '#schemas/archive.ts'
import {
  type ConflictChoice,
  type ImportField,
  type ImportNote,
  type ImportRecord,
  type ImportSource,
  importNotes,
} from '#schemas/imports.ts'
import type { VerificationRecord } from '#schemas/verification.ts'

export interface ImportLayout {
  /** Missing in tables of earlier versions. */
  format?: FileFormat
  encoding: string
  delimiter: string
  header: string[]
  /** Index of the column of each field. */
  fields: { [Field in ImportField]?: number }
  unused: string[]
}

/** As JSON. */
interface VerificationColumn extends Omit<VerificationRecord, 'status'> {
  state: VerificationRecord['status']
}

export interface ImportRow {
  id: string
  account_id: string
  source: ImportSource
  state: 'running' | 'ready' | 'paused' | 'completed' | 'failed'
  phase: 'analysis' | 'import'
  domain_id: string | null
  conflict: ConflictChoice
  dry_run: boolean
  tags: string[]
  file_name: string | null
  /** API that is read instead of a file. */
  base_url: string | null
  /** Whether individual visits are imported. */
  with_visits: boolean
  layout: ImportLayout | null
  turn: number
  found: number
  invalid: number
  conflicts: number
  already_imported: number
  visits_found: number
  visits_stored: number
  notes: { [Note in ImportNote]?: number }
  created: number
  renamed: number
  overwritten: number
  skipped: number
  failed: number
  error: string | null
  verification: VerificationColumn | null
  /** null unless the source is an archive. */
  contents: ArchiveContents | null
  created_at: Date
  updated_at: Date
  finished_at: Date | null
}

export const importColumns = (sql: Sql | Tx) => sql`
  id, account_id, source, state, phase, domain_id, conflict, dry_run, tags, file_name, base_url, with_visits, layout, turn, found, invalid,
  conflicts, already_imported, visits_found, visits_stored, notes, created, renamed, overwritten, skipped, failed, error, contents, created_at, updated_at,
  finished_at, (
    select to_jsonb(import_verifications) from import_verifications where import_id = imports.id
  ) as verification`

/** The record of an import in the API and in webhooks. */
export function describeImport(row: ImportRow): ImportRecord {
  const { created, renamed, overwritten, skipped, failed, invalid, found } = row
  const { layout } = row
  const columns = Object.entries(layout?.fields ?? {}).map(([field, index]) => [field, layout?.header[index] ?? ''])
  return {
    id: row.id,
    source: row.source,
    status: statusOf(row),
    file_name: row.file_name,
    base_url: row.base_url,
    conflict: row.conflict,
    dry_run: row.dry_run,
    analysis: {
      found,
      invalid,
      conflicts: row.conflicts,
      already_imported: row.already_imported,
      visits: row.visits_found,
      encoding: layout?.encoding ?? null,
      columns: Object.fromEntries(columns),
      unused_columns: layout?.unused ?? [],
      notes: (Object.keys(importNotes) as ImportNote[]).flatMap((code) => {
        const links = row.notes[code] ?? 0
        return links === 0 ? [] : [{ code, message: importNotes[code], links }]
      }),
    },
    progress: { done: created + renamed + overwritten + skipped + failed + invalid, total: found },
    result: { created, renamed, overwritten, skipped, failed: failed + invalid, visits: row.visits_stored },
    error: row.error,
    contents: row.contents,
    verification: row.verification && describeVerification(row.verification),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

const describeVerification = ({ state, created_at, finished_at, ...row }: VerificationColumn): VerificationRecord => ({
  status: state,
  hosts: row.hosts,
  total: row.total,
  checked: row.checked,
  different: row.different,
  created_at: new Date(created_at).toISOString(),
  finished_at: finished_at && new Date(finished_at).toISOString(),
})

function statusOf({ state, phase }: ImportRow): ImportRecord['status'] {
  if (state !== 'running') return state
  return phase === 'analysis' ? 'analyzing' : 'importing'
}
