import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { historyEntry, rollback } from '#schemas/history.ts'
import { change } from './client.ts'
import { pagesAfterCursor } from './pages.ts'
import { linksKey } from './refresh.ts'

export type HistoryEntry = z.output<typeof historyEntry>
export type Rollback = z.output<typeof rollback>

const path = (linkId: string) => `/api/v1/short-urls/${linkId}`

export const historyQuery = (linkId: string) =>
  pagesAfterCursor<HistoryEntry>([...linksKey, 'history', linkId], `${path(linkId)}/history`, { limit: 20 })

interface RollbackRequest {
  entry_id: string
  /** The newest entry on the page. */
  expected_entry_id: string
}

/** What a rollback would change. */
export const rollbackQuery = (linkId: string, request: RollbackRequest) =>
  queryOptions({
    queryKey: [...linksKey, 'rollback', linkId, request],
    gcTime: 0,
    queryFn: ({ signal }) =>
      change<Rollback>('POST', `${path(linkId)}/rollback`, {
        body: { ...request, dry_run: true },
        signal,
        isQuestion: true,
      }),
  })

export const rollBack = (linkId: string, request: RollbackRequest) =>
  change<Rollback>('POST', `${path(linkId)}/rollback`, { body: request })
