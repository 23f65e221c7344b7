import { createHash } from 'node:crypto'
import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { within } from '#runtime/within.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { stopLink, urlsOf } from './check-links.ts'
import type { ThreatProvider } from './providers/provider.ts'
import { type CheckedLink, type Standard, takeStep, walkIsDue } from './walk.ts'

const name = 'providers'
/** Links per step, whose transaction lasts as long as the requests. */
const linksOfStep = 100
const requestsAtOnce = 8
const requestMs = 10_000

/** Another set of providers begins again. */
const standardOf = (providers: readonly ThreatProvider[]): Standard => ({
  source: createHash('sha256')
    .update(providers.map((provider) => provider.name).join('\n'))
    .digest('hex')
    .slice(0, 16),
  changedAt: 0,
})

export const threatChecksAreDue =
  (providers: readonly ThreatProvider[]) =>
  (sql: Sql): Part =>
    providers.length === 0 ? sql`false` : walkIsDue(sql, name, standardOf(providers))

/** Puts links in quarantine whose destination a provider knows as harmful. Without a response, the step is repeated later. */
export async function checkThreats(
  tx: Tx,
  stores: LinkStores & { stopped: AbortSignal },
  providers: readonly ThreatProvider[],
  most = linksOfStep,
): Promise<void> {
  await takeStep(tx, { name, standard: standardOf(providers), most }, async (links) => {
    const urls = [...new Set(links.flatMap(urlsOf))]
    try {
      for (const provider of providers)
        await stopListed(stores, links, provider.name, await askAll(provider, urls, stores.stopped))
      return true
    } catch (error) {
      if (!stores.stopped.aborted)
        stores.log.warn({ err: error }, 'a provider could not be asked about destinations; it will be later')
      return false
    }
  })
}

async function stopListed(
  stores: LinkStores,
  links: readonly CheckedLink[],
  by: string,
  threats: ReadonlyMap<string, string>,
): Promise<void> {
  for (const link of links) {
    const url = urlsOf(link).find((each) => threats.has(each))
    if (url !== undefined)
      await stopLink(stores, link, { url, reason: `${by} lists its destination: ${threats.get(url)}` })
  }
}

async function askAll(provider: ThreatProvider, urls: readonly string[], stopped: AbortSignal) {
  const parts = Array.from({ length: Math.ceil(urls.length / provider.atOnce) }, (_, index) =>
    urls.slice(index * provider.atOnce, (index + 1) * provider.atOnce),
  )
  const found = await runLanes(parts, requestsAtOnce, (part) =>
    within(requestMs, stopped, (signal) => provider.check(part, signal)),
  )
  return new Map(found.flatMap((threats) => [...threats]))
}
