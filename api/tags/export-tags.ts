import { z } from 'zod'
import { readTagPages } from '#model/tags/tags.ts'
import { exportTagsQuery } from '#schemas/list-exports.ts'
import { tagRecord } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exportList, listMediaTypes } from '../frame/export-list.ts'

export const exportTags = endpoint({
  method: 'GET',
  path: '/tags/export',
  summary: 'Export tags',
  description: 'Returns all tags that match the filters as a file, by name.',
  permission: 'read',
  bulk: true,
  query: exportTagsQuery,
  reply: z.never(),
  files: listMediaTypes,
  handle: async ({ query, reach, sql }) =>
    exportList({ name: 'tags', format: query.format, row: tagRecord, pages: readTagPages(sql, reach, query) }),
})
