import { demand } from '#core/api-error.ts'
import { aliasTaken, refuseReserved } from '#core/reserved-aliases.ts'
import { findLinkDomain, refuseVanished } from '#model/domains/find-link-domain.ts'
import type { FoundExperiment } from '#model/experiments/experiment-row.ts'
import type { NewExperiment } from '#model/experiments/insert-experiment.ts'
import { noSuchExperiment, readExperiment } from '#model/experiments/read-experiment.ts'
import type { CreateOutcome } from '#model/links/create-link.ts'
import type { NewLink } from '#model/links/new-link.ts'
import type { createQrExperimentBody, createUrlExperimentBody } from '#schemas/experiments.ts'
import type { Context } from '../frame/endpoint.ts'

type Body = (typeof createUrlExperimentBody | typeof createQrExperimentBody)['_zod']['output']
type Creating = Pick<Context<unknown, unknown, Body>, 'account' | 'reach' | 'sql' | 'config' | 'body'>

/** Creates a test with its own short URL, which redirects to its own URL or the first variant while the test is not running. */
export async function makeWithLink(
  { account, reach, sql, config, body }: Creating,
  draft: NewExperiment,
  create: (link: NewLink) => Promise<CreateOutcome>,
  own?: string,
): Promise<FoundExperiment> {
  const { short_code: alias = null, url_type, subdomain, branded_domain } = body
  const domain = await findLinkDomain({ sql, config }, reach, { url_type, subdomain, branded_domain })
  if (alias !== null) refuseReserved(alias)
  const url = own ?? draft.variants[0]?.destination_url ?? ''
  const ab_test = { ...draft, leads_link: own === undefined }
  const link = { account_id: account.id, domain, alias, url, name: ab_test.name, ab_test }
  const outcome = await create(link).catch(refuseVanished)
  if (outcome.kind !== 'created') throw aliasTaken(alias)
  return demand(await readExperiment(sql, ab_test.id), noSuchExperiment)
}
