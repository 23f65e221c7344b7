import { countTags, selectTags } from '#model/tags/tags.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listTagsQuery, tagRecord } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  summary: 'List tags',
  description: 'Tags that are in use or have a color. Names that differ only in case are the same tag.',
  permission: 'read',
  query: listTagsQuery,
  reply: pageOf(tagRecord),
  envelope: 'page',
  async handle({ query, reach, sql }) {
    const { rows, pagination } = await readPage(
      query,
      (page) => selectTags(sql, reach, query, page),
      countTags(sql, reach, query),
    )
    return { data: rows, pagination }
  },
})
