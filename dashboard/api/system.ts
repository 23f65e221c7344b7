import { queryOptions } from '@tanstack/react-query'
import type { SystemState } from '#schemas/system.ts'
import { readQuery } from './pages.ts'

const everyMs = 5_000

/** Polled while the page is visible. */
export const systemQuery = queryOptions({
  ...readQuery<SystemState>(['system'], '/api/app/system'),
  refetchInterval: everyMs,
})
