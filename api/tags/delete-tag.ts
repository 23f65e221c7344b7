import { demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { replaceAndRemoveTag } from '#model/tags/replace-tag.ts'
import { findTag, noSuchTag } from '#model/tags/tags.ts'
import { done } from '#schemas/envelope.ts'
import { tagParams } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tags/{name}',
  summary: 'Delete a tag',
  description:
    'Removes the tag from everything that has it. Short URLs, QR codes, and campaigns are not deleted. Webhook filters keep the tag, so that they do not match more events.',
  permission: 'delete',
  params: tagParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, reach, sql, config }) {
    refuseBound(reach)
    const { name } = demand(await findTag(sql, reach, params.name), noSuchTag)
    await replaceAndRemoveTag({ sql, config }, { account_id: account.id, from: name, to: null })
    return { message: 'Tag deleted' }
  },
})
