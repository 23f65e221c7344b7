import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads current values just before they are saved, so that what others changed meanwhile is kept. Fails at once if the browser is
 * offline.
 */
export const readAgain = <Data, Read, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Read, Key>,
): Promise<Read> => queries.fetchQuery({ ...query, staleTime: 0, networkMode: 'always' })
