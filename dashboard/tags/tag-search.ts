import type { TagFilter } from '../api/tags.ts'
import { readKey, readText } from '../format/read-search.ts'
import { dropUnset } from '../reports/search.ts'

export const tagSortNames = {
  link_count: 'Most links first',
  click_count: 'Most clicked first',
} as const

const longestTag = 50

export const readTagSearch = (search: Record<string, unknown>): TagFilter =>
  dropUnset({ q: readText(search['q'], longestTag), sort: readKey(tagSortNames, search['sort']) })
