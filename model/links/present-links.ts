import type { ShortUrl } from '#schemas/links.ts'
import type { Caller } from '../accounts/caller.ts'
import { readStoredCounts } from '../clicks/stored-counts.ts'
import { theRow } from '../rows.ts'
import type { Stores } from '../stores.ts'
import { type DescribedLink, describeLink } from './describe-link.ts'
import type { ReadLink } from './select-links.ts'

type Presenting = Pick<Stores, 'ch' | 'config'> & Pick<Caller, 'account'> & { signal: AbortSignal }

/** The records of links, with their counts from the click store in one query. */
export async function presentLinks(
  { ch, config, account, signal }: Presenting,
  links: readonly ReadLink[],
): Promise<ShortUrl[]> {
  const ids = links.map(({ id }) => id)
  const countsOf = await readStoredCounts(ch, account.id, ids, signal)
  const now = Date.now()
  return links.map((link) => describeLink(joinCounts(link, countsOf(link.id)), config, now))
}

export async function presentLink(presenting: Presenting, link: ReadLink): Promise<ShortUrl> {
  return theRow(await presentLinks(presenting, [link]), 'a link was presented as nothing')
}

/** A link with its domain and its counts, as describeLink expects it. */
export function joinCounts({ type, host, ...link }: ReadLink, stored: DescribedLink['stored']): DescribedLink {
  return { ...link, domain: { type, host }, stored }
}
