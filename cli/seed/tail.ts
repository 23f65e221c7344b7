import { articleCount, articleWeight, plain, type SeedLink, shop } from './link-catalog.ts'

/**
 * Any number of links after those of the catalog. Like its articles, their clicks are inversely proportional to their
 * rank, so most of a long tail have none.
 */
export function tailLink(index: number): SeedLink {
  const number = index + 1
  return {
    ...plain,
    slug: `page-${number}`,
    url: `${shop}/pages/${number}`,
    name: number % 3 === 0 ? null : `Page ${number}`,
    weight: articleWeight / (articleCount + number),
    settings: { tags: number % 4 === 0 ? ['page', 'featured'] : ['page'] },
  }
}

/** Total weight of a tail of this length, compared with the links of the catalog. */
export const weighTail = (count: number): number => articleWeight * Math.log(1 + count / articleCount)

/** Selects the index of a link; `roll` is at least 0 and less than 1. Constant time, for up to a million links. */
export const findInTail = (count: number, roll: number): number =>
  Math.min(count - 1, Math.floor(articleCount * ((1 + count / articleCount) ** roll - 1)))
