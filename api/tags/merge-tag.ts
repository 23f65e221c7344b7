import { demand, invalidField } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { replaceAndRemoveTag } from '#model/tags/replace-tag.ts'
import { findTag, noSuchTag } from '#model/tags/tags.ts'
import { mergeTagBody, tagParams, tagRecord } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'

export const mergeTag = endpoint({
  method: 'POST',
  path: '/tags/{name}/merge',
  summary: 'Merge a tag into another',
  description:
    'Replaces the tag with another one on everything that has it. The other tag keeps its name and color. This cannot be undone. Returns the other tag.',
  permission: 'write',
  params: tagParams,
  body: mergeTagBody,
  example: { into: 'newsletter' },
  reply: tagRecord,
  errors: ['NOT_FOUND'],
  async handle({ params, body, account, reach, sql, config }) {
    refuseBound(reach)
    const from = demand(await findTag(sql, reach, params.name), noSuchTag)
    const into = await findTag(sql, reach, body.into)
    if (into === undefined) throw invalidField('into', 'Must be the name of a tag in this account.')
    if (into.name === from.name) throw invalidField('into', 'Must be a different tag.')
    await replaceAndRemoveTag({ sql, config }, { account_id: account.id, from: from.name, to: into.name })
    return demand(await findTag(sql, reach, into.name), noSuchTag)
  },
})
