import { invalidField } from '#core/api-error.ts'
import { resolveCampaign } from '#model/campaigns/resolve-campaign.ts'
import type { LinkRow } from '#model/links/link-row.ts'
import { readSettings } from '#model/links/link-settings.ts'
import { presentLinks } from '#model/links/present-links.ts'
import { bulkShortUrls, updateShortUrlsBody } from '#schemas/bulk-links.ts'
import { tagsWithout, uniqueTags } from '#schemas/tag-spellings.ts'
import { mostTags } from '#schemas/tags.ts'
import { endpoint } from '../frame/endpoint.ts'
import { forEachLink, readSelection } from './bulk.ts'
import { updateDue, updateOwn } from './update-short-url.ts'

export const updateShortUrls = endpoint({
  method: 'PUT',
  path: '/short-urls/bulk',
  summary: 'Update short URLs in bulk',
  description: 'Applies the same changes to up to 1,000 short URLs.',
  permission: 'write',
  bulk: true,
  bodyLimit: 'bulk',
  body: updateShortUrlsBody,
  example: { ids: ['spring', 'summer'], changes: { tags: ['sale'], expires_at: '2030-06-01T00:00:00Z' } },
  reply: bulkShortUrls,
  async handle({ body, account, reach, ...services }) {
    const { ids, isDue } = await readSelection(services, reach, body)
    services.note({ object_ids: ids })
    const { add_tags = [], remove_tags = [], ...rest } = body.changes
    const changes = await readSettings((reference) => resolveCampaign(services.sql, account.id, reference), rest)
    const adjust = ({ tags }: LinkRow) => retag(tags, add_tags, remove_tags)
    const update = { changes, adjust }
    const { succeeded, failed } = await forEachLink(services.log, ids, (id) =>
      isDue === undefined
        ? updateOwn(services, reach, id, update)
        : updateDue(services, reach, id, { ...update, isDue: (tx) => isDue(tx, id) }),
    )
    return { succeeded: await presentLinks({ account, ...services }, succeeded), failed }
  },
})

/** No change if a link already has these tags. */
function retag(before: string[], added: string[], removed: string[]): { tags?: string[] } {
  const tags = tagsWithout(uniqueTags([...before, ...added]), removed)
  if (tags.length > mostTags) throw invalidField('tags', `Must have at most ${mostTags} tags.`)
  const isSame = tags.length === before.length && tags.every((tag) => before.includes(tag))
  return isSame ? {} : { tags }
}
