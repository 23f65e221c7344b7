import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { testsKey } from './ab-tests.ts'
import { campaignsKey } from './campaigns.ts'
import { domainsKey } from './domains.ts'
import { linksKey } from './links.ts'
import { codesKey } from './qr-codes.ts'

/** They show something of each other: how many, under which name, where a code leads, whether a test goes on. */
const tied: QueryKey[] = [
  linksKey,
  campaignsKey,
  codesKey,
  testsKey,
  domainsKey,
  ['usage'],
  ['find'],
  ['pick'],
  ['picked'],
]
const figures: QueryKey = ['clicks']

/**
 * After a write to any of them. What is on the page is asked for at once, and figures are not waited for; the rest is asked
 * for when it is looked at.
 */
export async function refreshLinked(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: figures })
  await Promise.all(tied.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
