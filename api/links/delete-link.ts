import { done } from '#schemas/envelope.ts'
import { shortUrlParams, shortUrlPlace } from '#schemas/links.ts'
import { deleteLink as removeLink } from '#store/delete-link.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint } from '../http/endpoint.ts'
import { findOwnLink, readAddress } from './address.ts'
import { linkExists } from './links.sql.ts'

export const deleteLink = endpoint({
  method: 'DELETE',
  path: '/short-urls/{id}',
  summary: 'Delete a short URL with its analytics; its code can be used again at once',
  permission: 'delete',
  params: shortUrlParams,
  query: shortUrlPlace,
  reply: done,
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
  async handle({ params, query, account, sql, redis, config, log }) {
    const stores = { sql, redis, config, log }
    const link = await findOwnLink(stores, account.id, params.id, query)
    const outcome = link && (await removeLink(stores, account.id, link.id))
    if (outcome?.kind === 'deleted') return { message: 'Short URL deleted' }
    const address = await readAddress(stores, params.id)
    if (address !== undefined && (await linkExists(sql, address))) {
      throw new ApiError('ACCESS_DENIED', 'This short URL belongs to another account')
    }
    throw new ApiError('NOT_FOUND', 'No such short URL')
  },
})
