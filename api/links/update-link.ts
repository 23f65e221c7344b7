import { readOnlyShortUrlMembers, shortUrl, shortUrlParams, shortUrlPlace, updateShortUrlBody } from '#schemas/links.ts'
import type { DescribedLink } from '#store/describe-link.ts'
import { updateLink as changeLink, type LinkUpdate } from '#store/update-link.ts'
import { ApiError } from '../http/api-error.ts'
import { endpoint, type Services } from '../http/endpoint.ts'
import { findOwnLink } from './address.ts'
import { refuseReserved } from './create-link.ts'
import { judgeSettings, readSettings } from './link-settings.ts'
import { presentLinks } from './present-links.ts'

export const updateLink = endpoint({
  method: 'PUT',
  path: '/short-urls/{id}',
  summary: 'Change a short URL; what the body does not name stays as it is',
  permission: 'write',
  params: shortUrlParams,
  query: shortUrlPlace,
  body: updateShortUrlBody,
  readOnly: readOnlyShortUrlMembers,
  reply: shortUrl,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, body, account, ...services }) {
    const found = await findOwnLink(services, account.id, params.id, query)
    if (found === undefined) throw new ApiError('NOT_FOUND', 'No such short URL')
    const {
      domain,
      stored: _,
      ...link
    } = await applyUpdate(services, {
      account_id: account.id,
      link_id: found.id,
      alias: body.custom_alias ?? undefined,
      changes: await readSettings(body),
    })
    const { type, host } = domain
    const [record] = await presentLinks({ account, ...services }, [{ ...link, type, host }])
    if (record === undefined) throw new Error('a link was presented as nothing')
    return record
  },
})

/** Throws ApiError where the change cannot be. */
export async function applyUpdate(
  { sql, redis, config, log }: Pick<Services, 'sql' | 'redis' | 'config' | 'log'>,
  update: Omit<LinkUpdate, 'judge'>,
): Promise<DescribedLink> {
  const { alias } = update
  const outcome = await changeLink(
    { sql, redis, config, log },
    {
      ...update,
      judge(before, after) {
        judgeSettings(before, after, config)
        if (alias !== undefined && alias !== before.code) refuseReserved(alias)
      },
    },
  )
  if (outcome.kind === 'not-found') throw new ApiError('NOT_FOUND', 'No such short URL')
  if (outcome.kind === 'alias-taken') throw new ApiError('CONFLICT', 'This alias is taken', { alias })
  return outcome.link
}
