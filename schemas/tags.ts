import { z } from 'zod'
import { text } from './values.ts'

/** Tags of one link. */
export const mostTags = 20

/** Tags are listed with commas between them in filters. */
const tag = text(50, 1)
  .refine((value) => !value.includes(','), 'must not have a comma')
  .refine((value) => value.trim() === value, 'must not begin or end with a space')

/** Each once. */
export const tagSet = z
  .array(tag)
  .max(mostTags, `must have at most ${mostTags} tags`)
  .transform((tags) => [...new Set(tags)])

const mostFilterTags = 50

/** A comma-separated list, or several; a hyphen excludes a tag. */
export const tagFilter = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  text(5_000)
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .refine((names) => names.length <= mostFilterTags, `must not list more than ${mostFilterTags} tags`)
    .transform(splitTags),
)

/** The same as an array. */
export const tagFilterList = z
  .array(
    text(51, 1)
      .trim()
      .refine((name) => name !== '-', 'must have a tag after the hyphen'),
  )
  .min(1, 'must not be empty')
  .max(mostFilterTags, `must have at most ${mostFilterTags} tags`)
  .transform(splitTags)

/** Tags of which rows have one, and tags of which they have none. */
export interface TagFilter {
  include: string[]
  exclude: string[]
}

function splitTags(names: readonly string[]): TagFilter {
  return {
    include: names.filter((name) => !name.startsWith('-')),
    exclude: names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  }
}
