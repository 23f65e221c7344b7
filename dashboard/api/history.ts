import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { historyEntry, rollback } from '#schemas/history.ts'
import { change } from './client.ts'
import { pagesAfterCursor } from './pages.ts'

export type HistoryEntry = z.output<typeof historyEntry>
export type Rollback = Pick<z.output<typeof rollback>, 'restored' | 'not_restored'>

/** An object with a history. */
export interface HistorySubject {
  /** Path in the API, such as `/short-urls/{id}`. */
  path: string
  /** Query key prefix of its resource, whose changes reload the history. */
  queryKey: QueryKey
}

export const historyQuery = ({ path, queryKey }: HistorySubject) =>
  pagesAfterCursor<HistoryEntry>([...queryKey, 'history', path], `/api/v1${path}/history`, { limit: 20 })

interface RollbackRequest {
  entry_id: string
  /** The newest entry on the page. */
  expected_entry_id: string
}

/** What a rollback would change. */
export const rollbackQuery = ({ path, queryKey }: HistorySubject, request: RollbackRequest) =>
  queryOptions({
    queryKey: [...queryKey, 'rollback', path, request],
    gcTime: 0,
    queryFn: ({ signal }) =>
      change<Rollback>('POST', `/api/v1${path}/rollback`, {
        body: { ...request, dry_run: true },
        signal,
        isQuestion: true,
      }),
  })

export const rollBack = ({ path }: HistorySubject, request: RollbackRequest) =>
  change<Rollback>('POST', `/api/v1${path}/rollback`, { body: request })
