import { bulkDeleted, selectShortUrlsBody } from '#schemas/bulk-links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { forEachLink, readSelection } from './bulk.ts'
import { removeOwn } from './delete-short-url.ts'

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
    return await forEachLink(services.log, ids, async (id) => ({ id: await removeOwn(services, reach, id) }))
  },
})
