import { withCampaign } from '#model/campaigns/resolve-campaign.ts'
import { findLinkDomain, refuseVanished } from '#model/domains/find-link-domain.ts'
import { createLink } from '#model/links/create-link.ts'
import { describeLink } from '#model/links/describe-link.ts'
import { demandOwnLink } from '#model/links/find-own-link.ts'
import type { LinkSettings } from '#model/links/link-row.ts'
import { makeRulesSecret } from '#model/links/link-rules.ts'
import { judgeSettings } from '#model/links/link-settings.ts'
import { joinCounts } from '#model/links/present-links.ts'
import { refuseCopy } from '#model/links/quarantine-link.ts'
import type { ReadLink } from '#model/links/select-links.ts'
import { refuseDestinations } from '#model/safety/refuse-destinations.ts'
import { columnsOfFields } from '#schemas/link-fields.ts'
import { shortUrl, shortUrlDomain, shortUrlParams } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'

export const duplicateShortUrl = endpoint({
  method: 'POST',
  path: '/short-urls/{id}/duplicate',
  summary: 'Duplicate a short URL',
  description:
    'Creates a short URL with a generated slug on the same domain, and with the same settings, including the password. The copy is enabled and not archived, and has no `external_id`, scheduled changes, QR code or A/B test. An expiration date that has passed is not copied.',
  permission: 'write',
  params: shortUrlParams,
  query: shortUrlDomain,
  reply: shortUrl,
  status: 201,
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT', 'VALIDATION_ERROR'],
  async handle({ params, query, account, reach, sql, redis, secretKeys, config, log }) {
    const link = await demandOwnLink({ sql, config }, reach, params.id, query)
    refuseCopy(link)
    const settings = copyOf(link)
    judgeSettings(null, settings, config)
    await refuseDestinations({ sql, config, account_id: account.id }, settings)
    const { url_type, subdomain, branded_domain } = describeLink(joinCounts(link, null), config, Date.now())
    const domain = await findLinkDomain({ sql, config }, reach, {
      url_type,
      subdomain: subdomain ?? undefined,
      branded_domain: branded_domain ?? undefined,
    })
    const rules_secret = await makeRulesSecret({ sql, secretKeys }, settings)
    const input = {
      ...{ ...settings, account_id: account.id, domain, alias: null },
      ...(rules_secret !== undefined && { rules_secret }),
    }
    const outcome = await withCampaign(() => createLink({ sql, redis, config, log }, input)).catch(refuseVanished)
    if (outcome.kind !== 'created') throw new Error(`a copy with a generated slug was ${outcome.kind}`)
    return describeLink(outcome.link, config, Date.now())
  },
})

function copyOf(link: ReadLink): LinkSettings {
  const { url, expires_at } = link
  const columns = Object.fromEntries(columnsOfFields.map((column) => [column, link[column as keyof LinkSettings]]))
  return {
    ...(columns as Omit<LinkSettings, 'url'>),
    url,
    external_id: null,
    archived: false,
    is_active: true,
    schedules: [],
    expires_at: expires_at !== null && expires_at.getTime() <= Date.now() ? null : expires_at,
  }
}
