import { ApiError } from '#core/api-error.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { findTag, lockTags, writeTag } from '#model/tags/tags.ts'
import { createTagBody, tagRecord } from '#schemas/tag-records.ts'
import { endpoint } from '../frame/endpoint.ts'

export const createTag = endpoint({
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag',
  description: 'Optional: a new tag in `tags` of a short URL, QR code, or campaign is created automatically.',
  permission: 'write',
  body: createTagBody,
  example: { name: 'newsletter', color: 'blue' },
  reply: tagRecord,
  status: 201,
  errors: ['CONFLICT'],
  async handle({ body, account, reach, sql }) {
    refuseBound(reach)
    return await sql.begin(async (tx) => {
      await lockTags(tx, account.id)
      if ((await findTag(tx, reach, body.name)) !== undefined) throw tagExists('Update or merge it instead.')
      await writeTag(tx, account.id, body.name, body)
      return { ...body, link_count: 0, click_count: 0, qr_code_count: 0, campaign_count: 0 }
    })
  },
})

const tagExists = (advice: string) => new ApiError('CONFLICT', `This tag already exists. ${advice}`)
