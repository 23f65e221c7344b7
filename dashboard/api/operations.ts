import { queryOptions } from '@tanstack/react-query'
import type { Operation } from '#schemas/operations.ts'
import { read } from './client.ts'

/** The operations in the API reference. They change only with the version of Waymark. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => read<Operation[]>('/api/app/operations', { signal }),
})
