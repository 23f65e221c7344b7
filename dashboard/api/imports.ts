import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ConflictChoice, ImportOutcome, ImportRecord, ImportSource, importItem } from '#schemas/imports.ts'
import { change, downloadUrl, type Page, read } from './client.ts'
import { isMissing } from './failure.ts'
import { numberedPages } from './pages.ts'

export type ImportItem = z.output<typeof importItem>

const path = '/api/v1/imports'
export const importsKey = ['imports']
const tickMs = 1_000

export const isRunning = ({ status }: Pick<ImportRecord, 'status'>): boolean =>
  status === 'analyzing' || status === 'importing'

const isChanging = (record: ImportRecord): boolean => isRunning(record) || record.verification?.status === 'running'

export const importsQuery = numberedPages<Page<ImportRecord>>([...importsKey, 'list'], path, { limit: 50 })

/** Reloads every second while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', id],
    queryFn: ({ signal }) => read<ImportRecord>(`${path}/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isChanging(state.data) && !isMissing(state.error) ? tickMs : false,
  })

export const importItemsQuery = (id: string, outcome: ImportOutcome) =>
  numberedPages<Page<ImportItem>>([...importsKey, 'items', id, outcome], `${path}/${encodeURIComponent(id)}/items`, {
    outcome,
    limit: 50,
  })

export interface NewImport {
  source: ImportSource
  /** A file, or the token for the API of the service. */
  from: { file: File } | { token: string; base_url: string }
  /** Whether individual visits are imported, where the source has them. */
  visits: boolean
  tags: string
  /** API parameters of the chosen domain. */
  domain: Record<string, string | null | undefined>
}

/** The import waits after its analysis. */
export function createImport({ source, from, visits, tags, domain }: NewImport): Promise<ImportRecord> {
  const body = new FormData()
  const api = 'token' in from ? { token: from.token.trim(), base_url: from.base_url.trim() } : {}
  const texts = { source, visits: String(visits), tags: tags.trim(), dry_run: 'true', ...api, ...domain }
  for (const [name, text] of Object.entries(texts)) if (text) body.append(name, text)
  if ('file' in from) body.append('file', from.file)
  return change<ImportRecord>('POST', path, { body })
}

export const resumeImport = (id: string, conflict?: ConflictChoice) =>
  change<ImportRecord>('POST', `${path}/${id}/resume`, { body: { conflict } })
export const pauseImport = (id: string) => change<ImportRecord>('POST', `${path}/${id}/pause`, { body: {} })
export const verifyImport = (id: string, hosts: readonly string[]) =>
  change<ImportRecord>('POST', `${path}/${id}/verify`, { body: { hosts } })
export const differencesUrl = (id: string): string => downloadUrl(`${path}/${id}/differences`)
export const deleteImport = (id: string) => change('DELETE', `${path}/${id}`)
