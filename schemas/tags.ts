import { z } from 'zod'
import { uniqueTags } from './tag-spellings.ts'
import { text } from './values.ts'

export const mostTags = 20

/** Commas separate tags in filters. */
const tag = text(50, 1)
  .refine((value) => !value.includes(','), 'Must not contain a comma.')
  .refine((value) => value.trim() === value, 'Must not begin or end with a space.')

const setOf = (each: typeof tag) =>
  z.array(each).max(mostTags, `Must have at most ${mostTags} tags.`).transform(uniqueTags).pipe(z.array(z.string()))

/** A filter could not select a tag that begins with a hyphen. */
export const newTag = tag.refine(
  (value) => !value.startsWith('-'),
  'Must not begin with a hyphen, which excludes a tag in filters.',
)

/** Tags of an object. */
export const tagSet = setOf(newTag)

/** Tags to look for, which an older version may have accepted. */
export const knownTagSet = setOf(tag)

const mostFilterTags = 50

/** One or more comma-separated lists; a leading hyphen excludes a tag. */
export const tagFilter = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  text(5_000)
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .refine((names) => names.length <= mostFilterTags, `Must not list more than ${mostFilterTags} tags.`)
    .transform(splitTags)
    .describe('Comma-separated; matches any of the tags. Prefix a tag with a hyphen to exclude it.'),
)

export const tagFilterList = z
  .array(
    text(51, 1)
      .trim()
      .refine((name) => name !== '-', 'Must have a tag after the hyphen.'),
  )
  .min(1, 'Must not be empty.')
  .max(mostFilterTags, `Must have at most ${mostFilterTags} tags.`)
  .transform(splitTags)

/** Rows must have one of the included tags and none of the excluded ones. */
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
