import { articleCount, articleWeight, plain, type SeedLink, shop } from './link-catalogue.ts'

/**
 * Short URLs behind those of the catalogue, as many as are asked for. They go on as its articles do, each with half the
 * clicks of one twice as far up: so most of a long tail have none.
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

/** What a tail of so many weighs beside the links of the catalogue. */
export const weighTail = (count: number): number => articleWeight * Math.log(1 + count / articleCount)

/** The index of one of them; `roll` is from 0 to below 1. Without a look at each: there may be a million. */
export const findInTail = (count: number, roll: number): number =>
  Math.min(count - 1, Math.floor(articleCount * ((1 + count / articleCount) ** roll - 1)))
