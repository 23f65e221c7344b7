import { bulkShortUrls, updateShortUrlsBody } from '#schemas/bulk-links.ts'
import { endpoint } from '../http/endpoint.ts'
import { forEachLink, readSelection } from './bulk.ts'
import { readSettings } from './link-settings.ts'
import { presentLinks } from './present-links.ts'
import { updateOwn } from './update-link.ts'

export const updateLinks = endpoint({
  method: 'PUT',
  path: '/short-urls/bulk',
  summary: 'Make the same changes to up to 1,000 short URLs',
  permission: 'write',
  bulk: true,
  body: updateShortUrlsBody,
  example: { ids: ['spring', 'summer'], changes: { tags: ['sale'], expires_at: '2030-06-01T00:00:00Z' } },
  reply: bulkShortUrls,
  async handle({ body, account, reach, ...services }) {
    const ids = await readSelection(services, reach, body)
    const changes = await readSettings(services.sql, account.id, body.changes)
    const { succeeded, failed } = await forEachLink(services.log, ids, (id) =>
      updateOwn(services, reach, id, { changes }),
    )
    return { succeeded: await presentLinks({ account, ...services }, succeeded), failed }
  },
})
