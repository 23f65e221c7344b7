import type { QueryClient } from '@tanstack/react-query'

/** With these begin the keys of everything that shows a kind of thing. */
export const linksKey = ['links']
export const campaignsKey = ['campaigns']
export const codesKey = ['qr-codes']
export const experimentsKey = ['ab-tests']
export const domainsKey = ['domains']

/** They show something of each other: how many, under which name, where a code leads, whether a test goes on. */
const tied = [linksKey, campaignsKey, codesKey, experimentsKey, domainsKey, ['usage'], ['find'], ['pick'], ['picked']]
const figures = ['clicks']
const codeFigures = [...codesKey, 'report']

/**
 * After a write to any of them. What is on the page is asked for at once, and figures are not waited for; the rest is asked
 * for when it is looked at.
 */
export async function refreshLinked(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: figures })
  await Promise.all(tied.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** When time has passed. Where nobody looks at the page it asks once somebody does. */
export async function refreshFigures(queries: QueryClient): Promise<void> {
  const refetchType = document.hidden ? 'none' : 'active'
  await Promise.all([figures, codeFigures].map((queryKey) => queries.invalidateQueries({ queryKey, refetchType })))
}
