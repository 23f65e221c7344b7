import { refuseBound } from '#model/accounts/reach.ts'
import { changeTag } from '#model/tags/change-tag.ts'
import { readOnlyTagMembers, tagParams, tagRecord, updateTagBody } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'

export const updateTag = endpoint({
  method: 'PUT',
  path: '/tags/{name}',
  summary: 'Rename or color a tag',
  description:
    'A new name applies to all short URLs, QR codes, campaigns, and webhook filters with the tag, and to filters of past clicks. Webhooks get `url.updated`, `qr.updated`, and `campaign.updated`. If the request fails, send it again: it continues where it stopped.',
  permission: 'write',
  params: tagParams,
  body: updateTagBody,
  example: { name: 'newsletter', color: 'blue' },
  readOnly: readOnlyTagMembers,
  reply: tagRecord,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, reach, sql, config }) {
    refuseBound(reach)
    return await changeTag({ sql, config }, reach, params.name, body)
  },
})
