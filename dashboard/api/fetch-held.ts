import { type FetchQueryOptions, type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'

/** Reads a query, also if a component that waits for the same request goes away: the request would be cancelled with it. */
export async function fetchHeld<Data, Read, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Read, Key>,
): Promise<Read> {
  const observer = new QueryObserver(queries, { ...query, enabled: false })
  const release = observer.subscribe(() => undefined)
  try {
    return await queries.fetchQuery(query)
  } finally {
    release()
  }
}
