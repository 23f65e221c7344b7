import { bulkDeleted, selectShortUrlsBody } from '#schemas/bulk-links.ts'
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
  body: selectShortUrlsBody,
  reply: bulkDeleted,
  async handle({ body, reach, ...services }) {
    const ids = await readSelection(services, reach, body)
    services.note({ object_ids: ids })
    const outcomes = new Outcomes<{ id: string }>(services.log)
    // All are found before one is deleted: then its slug could name a link on another domain.
    const links = await outcomes.find(
      ids.map((id, index) => ({ id, index })),
      ({ id }) => demandRemovable(services, reach, id),
    )
    await outcomes.forEach(links, async ({ found: id }) => {
      await remove(services, reach, id)
      return { id }
    })
    return outcomes.get()
  },
})
