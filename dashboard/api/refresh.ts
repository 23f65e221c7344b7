import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Query key prefixes by resource. */
export const linksKey = ['links']
export const campaignsKey = ['campaigns']
export const codesKey = ['qr-codes']
export const experimentsKey = ['ab-tests']
export const domainsKey = ['domains']
/** They name tags and campaigns. */
export const linkDefaultsKey = ['link-defaults']

/** Resources that show each other's counts, names, destinations or states. */
const tied = [linksKey, campaignsKey, codesKey, experimentsKey]
/** They show those too. Their first loads go on, since actions wait for them. */
const following = [domainsKey, ['usage'], ['find'], ['pick']]
/** The names of what is chosen in fields. */
const picked = ['picked']
const figures = ['clicks']
/** Queries whose clicks or scans change over time. Those of forms are not included: a form keeps its initial values. */
const timed = [
  figures,
  [...codesKey, 'report'],
  [...linksKey, 'one'],
  [...campaignsKey, 'one'],
  [...campaignsKey, 'list'],
]

/**
 * Call after a change to any of them. Queries on the page reload now; all others reload when they are next shown. Figures
 * reload in the background.
 */
export async function refreshLinked(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: figures })
  // The form of a new link starts with them, whether or not they are on the page.
  void queries.invalidateQueries({ queryKey: linkDefaultsKey, refetchType: 'all' })
  await Promise.all([
    ...tied.map((queryKey) => refreshList(queries, queryKey)),
    ...following.map((queryKey) => queries.invalidateQueries({ queryKey })),
  ])
  // What was read is rendered first: fields then no longer name what was deleted.
  await new Promise((resolve) => setTimeout(resolve))
  await queries.invalidateQueries({ queryKey: picked })
}

/** The same for a change to one list. */
export async function refreshList(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  // A first load may have been sent before the change, and would not be repeated.
  await queries.cancelQueries({ queryKey, predicate: isFirstLoad })
  await queries.invalidateQueries({ queryKey })
}

const isFirstLoad = (query: Query): boolean => query.state.data === undefined && query.isActive()

/** Call when time has passed. A hidden page reloads once it is visible. */
export async function refreshFigures(queries: QueryClient): Promise<void> {
  const refetchType = document.hidden ? 'none' : 'active'
  await Promise.all(timed.map((queryKey) => queries.invalidateQueries({ queryKey, refetchType })))
}
