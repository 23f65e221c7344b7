import { ApiError, demand } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { replaceInSettings, replaceOnObjects } from '#model/tags/replace-tag.ts'
import { findTag, lockTags, noSuchTag, writeTag } from '#model/tags/tags.ts'
import { readOnlyTagMembers, tagParams, tagRecord, updateTagBody } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'

export const updateTag = endpoint({
  method: 'PUT',
  path: '/tags/{name}',
  summary: 'Rename or color a tag',
  description:
    'A new name applies to all short URLs, QR codes, campaigns, and webhook filters with the tag, and to filters of past clicks. Webhooks get `url.updated`, `qr.updated`, and `campaign.updated`.',
  permission: 'write',
  params: tagParams,
  body: updateTagBody,
  example: { name: 'newsletter', color: 'blue' },
  readOnly: readOnlyTagMembers,
  reply: tagRecord,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, account, reach, sql, config }) {
    refuseBound(reach)
    const { before, after, replacement } = await sql.begin(async (tx) => {
      await lockTags(tx, account.id)
      const before = demand(await findTag(tx, reach, params.name), noSuchTag)
      const after = { name: body.name ?? before.name, color: body.color ?? before.color }
      const other = await findTag(tx, reach, after.name)
      if (other !== undefined && other.name !== before.name) throw nameIsTaken(other.name)
      await writeTag(tx, account.id, before.name, after)
      const replacement = { account_id: account.id, from: before.name, to: after.name }
      if (after.name !== before.name) await replaceInSettings(tx, replacement)
      return { before, after, replacement }
    })
    // If this stops halfway, a merge of the former name into the new one does the rest.
    if (after.name !== before.name) await replaceOnObjects({ sql, config }, replacement)
    return { ...before, ...after }
  },
})

const nameIsTaken = (name: string) =>
  new ApiError('CONFLICT', `The tag “${name}” already exists. To combine both, merge them.`)
