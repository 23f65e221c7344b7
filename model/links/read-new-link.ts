import { refuseReserved } from '#core/reserved-aliases.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { CreateShortUrlBody } from '#schemas/links.ts'
import type { Reach } from '../accounts/reach.ts'
import { resolveCampaign } from '../campaigns/resolve-campaign.ts'
import { findLinkDomain } from '../domains/find-link-domain.ts'
import { destinationJudge, refuseDestinations } from '../safety/refuse-destinations.ts'
import type { LinkSettings } from './link-row.ts'
import { judgeReferrers, makeRulesSecret } from './link-rules.ts'
import { judgeSettings, readSettings } from './link-settings.ts'
import type { PlainNewLink } from './new-link.ts'

interface Asking {
  account: { id: string }
  reach: Reach
  sql: Sql
  config: Config
  secretKeys: SecretKeys
}

/** What bodies refer to. */
interface LookUps {
  findCampaign: (reference: string) => Promise<string>
  findDomain: (choice: Parameters<typeof findLinkDomain>[2]) => ReturnType<typeof findLinkDomain>
  refuseDestinations: (settings: Partial<LinkSettings>) => unknown
}

export const lookUps = ({ account, reach, sql, config }: Asking): LookUps => ({
  findCampaign: (reference) => resolveCampaign(sql, account.id, reference),
  findDomain: (choice) => findLinkDomain({ sql, config }, reach, choice),
  refuseDestinations: (settings) => refuseDestinations({ sql, config, account_id: account.id }, settings),
})

/** For the links of one call: each campaign and domain is looked up once, and the hosts of all destinations together. */
export async function lookUpsOfMany(asking: Asking, bodies: readonly CreateShortUrlBody[]): Promise<LookUps> {
  const { findCampaign, findDomain } = lookUps(asking)
  const { account, sql, config } = asking
  return {
    findCampaign: once(findCampaign),
    findDomain: once(findDomain),
    refuseDestinations: await destinationJudge({ sql, config, account_id: account.id }, bodies),
  }
}

/** The new link that a body describes. Throws ApiError. */
export async function readNewLink(
  { account, config, ...stores }: Asking,
  body: CreateShortUrlBody,
  { findCampaign, findDomain, ...look }: LookUps,
): Promise<PlainNewLink> {
  const { url_type, subdomain, branded_domain, ...fields } = body
  const alias = body.custom_alias ?? null
  const settings = await readSettings(findCampaign, fields)
  judgeSettings(null, settings, config)
  judgeReferrers({}, settings)
  await look.refuseDestinations(settings)
  if (alias !== null) refuseReserved(alias)
  const domain = await findDomain({ url_type, subdomain, branded_domain })
  const rules_secret = await makeRulesSecret(stores, settings)
  return {
    ...settings,
    ...(rules_secret !== undefined && { rules_secret }),
    ...{ url: body.url, account_id: account.id, domain, alias, code_length: body.code_length },
  }
}

/** Calls the function once for each argument. */
function once<Argument, Result>(
  work: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const known = new Map<string, Promise<Result>>()
  return (argument) => {
    const key = JSON.stringify(argument)
    const started = known.get(key) ?? work(argument)
    known.set(key, started)
    return started
  }
}
