import type { z } from 'zod'
import type { createTagBody, TagRecord, updateTagBody } from '#schemas/tag-records.ts'
import { change, type Page } from './client.ts'
import { numberedPages } from './pages.ts'
import { tagsPath as path, tagsKey } from './tag-colors.ts'

export type Tag = TagRecord
export type TagSort = 'name' | 'link_count' | 'click_count'

const pageSize = 100
const at = (name: string) => `${path}/${encodeURIComponent(name)}`

export interface TagFilter {
  q?: string | undefined
  sort?: TagSort | undefined
}

export const tagPagesQuery = ({ q, sort }: TagFilter) =>
  numberedPages<Page<Tag>>([...tagsKey, 'list', { q, sort }], path, {
    limit: pageSize,
    search: q,
    ...(sort !== undefined && { sortBy: sort, sortOrder: sort === 'name' ? 'asc' : 'desc' }),
  })

export const createTag = (body: z.input<typeof createTagBody>) => change<Tag>('POST', path, { body })
export const updateTag = (name: string, body: z.input<typeof updateTagBody>) => change<Tag>('PUT', at(name), { body })
export const mergeTag = (name: string, into: string) => change<Tag>('POST', `${at(name)}/merge`, { body: { into } })
export const deleteTag = (name: string) => change('DELETE', at(name))
