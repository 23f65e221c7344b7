import { demand } from '#core/api-error.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { demandOwnLink, noSuchLink } from '#model/links/find-own-link.ts'
import { presentLink, presentLinks } from '#model/links/present-links.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import { type Move, moveLink } from '#model/links/trash-link.ts'
import { trashDays } from '#schemas/account-limits.ts'
import { bulkShortUrls, selectShortUrlsBody } from '#schemas/bulk-links.ts'
import { type ShortUrlDomain, shortUrl, shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'
import { forEachLink, readSelection } from './bulk.ts'

/** Both acts, for one link and for many. */
const acts = {
  trash: {
    summary: 'Move a short URL to the trash',
    summaryOfMany: 'Move short URLs to the trash in bulk',
    description: `Visitors see the expired page, or are redirected to \`expired_url\`. The slug stays reserved, and clicks are kept. Lists omit the short URL unless \`status\` is trashed or all, and it cannot be changed until it is restored. Its QR code and A/B test are kept, but get no visits. After ${trashDays} days, it is deleted with its analytics, as by \`DELETE\`. Webhooks get \`url.updated\` now, and \`url.deleted\` then.`,
    to: 'trash',
    status: undefined,
  },
  restore: {
    summary: 'Restore a short URL from the trash',
    summaryOfMany: 'Restore short URLs from the trash in bulk',
    description: 'It redirects again with all of its settings and clicks. Webhooks get `url.updated`.',
    to: 'lists',
    /** A filter selects from the trash. */
    status: 'trashed',
  },
} as const
type Act = keyof typeof acts

const moveOne = (act: Act) =>
  endpoint({
    method: 'POST',
    path: `/short-urls/{id}/${act}`,
    summary: acts[act].summary,
    description: acts[act].description,
    permission: 'write',
    params: shortUrlParams,
    query: shortUrlDomain,
    reply: shortUrl,
    errors: ['NOT_FOUND'],
    async handle({ params, query, reach, ...services }) {
      return await presentLink(
        { ...services },
        await moveOwn(services, reach, { ...query, id: params.id }, acts[act].to),
      )
    },
  })

const moveMany = (act: Act) =>
  endpoint({
    method: 'POST',
    path: `/short-urls/bulk/${act}`,
    summary: acts[act].summaryOfMany,
    description: `Up to 1,000 per request. ${acts[act].status === undefined ? 'See the call for a single short URL.' : 'A `filter` without `status` selects from the trash.'}`,
    permission: 'write',
    bulk: true,
    bodyLimit: 'bulk',
    body: selectShortUrlsBody,
    example: { ids: ['spring', 'summer'] },
    reply: bulkShortUrls,
    async handle({ body, reach, ...services }) {
      const filter = body.filter && { status: acts[act].status, ...body.filter }
      const { ids, isDue } = await readSelection(services, reach, { ids: body.ids, filter })
      services.note({ object_ids: ids })
      const { to } = acts[act]
      const { succeeded, failed } = await forEachLink(services.log, ids, (id) =>
        isDue === undefined
          ? moveOwn(services, reach, { id }, to)
          : moveDue(services, reach, { id }, { to, isDue: (tx) => isDue(tx, id) }),
      )
      return { succeeded: await presentLinks(services, succeeded), failed }
    },
  })

type Moving = Pick<Services, 'sql' | 'redis' | 'config' | 'log'>
type Named = ShortUrlDomain & { id: string }

const moveOwn = async (services: Moving, reach: Reach, named: Named, to: Move['to']): Promise<ReadLink> =>
  demand(await moveDue(services, reach, named, { to }), noSuchLink)

/** The same for a link that may not be due: undefined then. */
async function moveDue(
  { sql, redis, config, log }: Moving,
  reach: Reach,
  { id, ...choice }: Named,
  move: Pick<Move, 'to' | 'isDue'>,
): Promise<ReadLink | undefined> {
  const stores = { sql, redis, config, log }
  const found = await demandOwnLink(stores, reach, id, choice)
  const moved = await moveLink(stores, { account_id: reach.account_id, link_id: found.id, ...move })
  if (moved === undefined) return undefined
  const { domain, stored: _, ...link } = moved
  return { ...link, type: domain.type, host: domain.host }
}

export const trashShortUrl = moveOne('trash')
export const restoreShortUrl = moveOne('restore')
export const trashShortUrls = moveMany('trash')
export const restoreShortUrls = moveMany('restore')
