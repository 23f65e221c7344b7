import { deleteLink } from '#model/links/delete-link.ts'
import { demandTrashed } from '#model/links/trash-link.ts'
import { bulkDeleted } from '#schemas/bulk-links.ts'
import { deleteShortUrlsBody } from '#schemas/delete-links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { Outcomes, readSelection } from './bulk.ts'
import { demandRemovable, remove } from './delete-short-url.ts'

export const deleteShortUrls = endpoint({
  method: 'DELETE',
  path: '/short-urls/bulk',
  summary: 'Delete short URLs in bulk',
  description: 'Deletes up to 1,000 short URLs and their analytics.',
  permission: 'delete',
  bulk: true,
  bodyLimit: 'bulk',
  body: deleteShortUrlsBody,
  example: { ids: ['spring', 'summer'], only_trashed: true },
  reply: bulkDeleted,
  async handle({ body, reach, ...services }) {
    const { ids, isDue } = await readSelection(services, reach, body)
    services.note({ object_ids: ids })
    const outcomes = new Outcomes<{ id: string }>(services.log)
    const items = ids.map((id, index) => ({ index, id }))
    if (isDue === undefined) {
      // All are found before one is deleted: then its slug could name a link on another domain.
      const links = await outcomes.find(items, ({ id }) => demandRemovable(services, reach, id))
      await outcomes.forEach(links, async ({ found: id }) => {
        await remove(services, reach, id, body.only_trashed)
        return { id }
      })
    } else {
      await outcomes.forEach(items, async ({ id }) => {
        // Links that stopped matching the filter in the meantime stay.
        const isDeleted = await deleteLink(services, reach.account_id, id, (link, tx) => {
          if (body.only_trashed === true) demandTrashed(link)
          return isDue(tx, id)
        })
        return isDeleted ? { id } : undefined
      })
    }
    return outcomes.get()
  },
})
