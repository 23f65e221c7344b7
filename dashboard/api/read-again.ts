import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { fetchHeld } from './fetch-held.ts'

/**
 * Reads current values just before they are saved, so that what others changed meanwhile is kept. Fails at once if the browser is
 * offline.
 */
export async function readAgain<Data, Read, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Read, Key>,
): Promise<Read> {
  // A request that was sent earlier may not include the latest change.
  await queries.cancelQueries({ queryKey: query.queryKey, exact: true })
  return await fetchHeld(queries, { ...query, staleTime: 0, networkMode: 'always' })
}
