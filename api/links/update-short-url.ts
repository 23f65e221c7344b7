import { ApiError, demand } from '#core/api-error.ts'
import { refuseReserved, refuseShort } from '#core/reserved-aliases.ts'
import type { Reach } from '#model/accounts/reach.ts'
import { resolveCampaign, withCampaign } from '#model/campaigns/resolve-campaign.ts'
import { demandOwnLink, noSuchLink } from '#model/links/find-own-link.ts'
import { judgeReferrers, makeRulesSecret } from '#model/links/link-rules.ts'
import { judgeSettings, readSettings } from '#model/links/link-settings.ts'
import { presentLink } from '#model/links/present-links.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import { type LinkUpdate, updateLink } from '#model/links/update-link.ts'
import { refuseDestinations } from '#model/safety/refuse-destinations.ts'
import {
  readOnlyShortUrlMembers,
  type ShortUrlDomain,
  shortUrl,
  shortUrlDomain,
  shortUrlParams,
  updateShortUrlBody,
} from '#schemas/links.ts'
import { endpoint, type Services } from '../frame/endpoint.ts'
import { readLink } from './get-short-url.ts'

export const updateShortUrl = endpoint({
  method: 'PUT',
  path: '/short-urls/{id}',
  summary: 'Update a short URL',
  description: 'Fields that you omit stay unchanged.',
  permission: 'write',
  params: shortUrlParams,
  query: shortUrlDomain,
  body: updateShortUrlBody,
  bodyLimit: 'destinations',
  readOnly: readOnlyShortUrlMembers,
  current: readLink,
  reply: shortUrl,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, query, body, account, reach, ...services }) {
    const link = await updateOwn(services, reach, params.id, {
      domain: query,
      alias: body.custom_alias,
      changes: await readSettings((reference) => resolveCampaign(services.sql, account.id, reference), body),
    })
    return await presentLink({ account, ...services }, link)
  },
})

const noAlias = '`custom_alias` cannot be removed. Send another alias instead.'

interface OwnUpdate extends Pick<LinkUpdate, 'changes' | 'adjust' | 'isDue' | 'begin' | 'is_custom_alias'> {
  domain?: ShortUrlDomain
  /** null as in the record of a link without an alias. */
  alias?: string | null | undefined
}

type Updating = Pick<Services, 'sql' | 'redis' | 'secretKeys' | 'config' | 'log'>

/** Throws ApiError if the account has no such link, or the change is not allowed. */
export const updateOwn = async (services: Updating, reach: Reach, id: string, update: OwnUpdate): Promise<ReadLink> =>
  demand(await updateDue(services, reach, id, update), noSuchLink)

/** The same for a link that may not be due: undefined then. */
export async function updateDue(
  { sql, redis, secretKeys, config, log }: Updating,
  reach: Reach,
  id: string,
  { domain: choice, alias, changes, ...more }: OwnUpdate,
): Promise<ReadLink | undefined> {
  const stores = { sql, redis, config, log }
  const { account_id } = reach
  const found = await demandOwnLink(stores, reach, id, choice)
  // The short URL of a QR code's page redirects to itself, and its record may be sent back.
  const { url: _same, ...others } = changes
  await refuseDestinations({ sql, config, account_id }, changes.url === found.url ? others : changes)
  const judge: LinkUpdate['judge'] = (before, after) => {
    judgeSettings(before, after, config)
    const newAlias = alias === before.code ? undefined : alias
    // A rollback restores what imports and earlier versions accepted.
    if (more.begin === undefined) {
      judgeReferrers(before, after)
      if (newAlias) refuseShort(newAlias)
    }
    if (alias === null && before.is_custom_alias) throw new ApiError('BAD_REQUEST', noAlias, 'custom_alias')
    if (newAlias) refuseReserved(newAlias)
  }
  // Also for a link with a secret: a scheduled change that is due may remove it first.
  const rules_secret = await makeRulesSecret({ sql, secretKeys }, changes)
  const update = { ...more, account_id, link_id: found.id, alias: alias ?? undefined, changes, rules_secret, judge }
  const updated = await withCampaign(() => updateLink(stores, update))
  if (updated === undefined) return undefined
  const { domain, stored: _, ...link } = updated
  return { ...link, type: domain.type, host: domain.host }
}
