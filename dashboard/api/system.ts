import { queryOptions } from '@tanstack/react-query'
import type { SystemState } from '#schemas/system.ts'
import { read } from './client.ts'

const everyMs = 5_000

/** Polled while the page is visible. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  refetchInterval: everyMs,
  queryFn: ({ signal }) => read<SystemState>('/api/app/system', { signal }),
})
