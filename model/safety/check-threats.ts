import { runLanes } from '#core/run-lanes.ts'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { within } from '#runtime/within.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import { stop, urlsOf } from './check-links.ts'
import { RequestRefused, type ThreatProvider } from './providers/provider.ts'
import { type CheckedObject, type Standard, takeStep, walkIsDue } from './walk.ts'

/** Links and domains per step, whose transaction lasts as long as the requests. */
const objectsOfStep = 100
const requestsAtOnce = 8
const requestMs = 10_000

/** Accepted by every provider whose key is valid. */
const harmlessUrl = 'https://example.com/'

const walkOf = ({ name }: ThreatProvider): { name: string; standard: Standard } => ({
  name: `provider ${name}`,
  standard: { source: '', changedAt: 0 },
})

const isDue = (sql: Sql | Tx, provider: ThreatProvider): Part => {
  const { name, standard } = walkOf(provider)
  return walkIsDue(sql, name, standard)
}

export const threatChecksAreDue =
  (providers: readonly ThreatProvider[]) =>
  (sql: Sql): Part =>
    providers.reduce((due, provider) => sql`(${due} or ${isDue(sql, provider)})`, sql`false`)

/**
 * Puts links and domains in quarantine of which a provider knows a URL as harmful. Each provider has its own walk, so that one
 * without a response does not stop the others. Its step is repeated later.
 */
export async function checkThreats(
  tx: Tx,
  stores: LinkStores & { stopped: AbortSignal },
  providers: readonly ThreatProvider[],
  most = objectsOfStep,
): Promise<void> {
  for (const provider of providers) {
    const [row] = await tx<{ due: boolean }[]>`select ${isDue(tx, provider)} as due`
    if (row?.due !== true || stores.stopped.aborted) continue
    await takeStep(tx, { ...walkOf(provider), most }, (objects) => checkStep(stores, provider, objects))
  }
}

async function checkStep(
  stores: LinkStores & { stopped: AbortSignal },
  provider: ThreatProvider,
  objects: readonly CheckedObject[],
): Promise<boolean> {
  try {
    const urls = [...new Set(objects.flatMap(urlsOf))]
    await stopListed(stores, objects, provider.name, await askAll(stores, provider, urls))
    return true
  } catch (error) {
    if (!stores.stopped.aborted)
      stores.log.warn({ err: error }, 'a provider did not check destinations; it is asked again later')
    return false
  }
}

async function stopListed(
  stores: LinkStores,
  objects: readonly CheckedObject[],
  by: string,
  threats: ReadonlyMap<string, string>,
): Promise<void> {
  for (const object of objects) {
    const url = urlsOf(object).find((each) => threats.has(each))
    const listed = object.kind === 'domain' ? 'one of its URLs' : 'its destination'
    if (url !== undefined) await stop(stores, object, { url, reason: `${by} lists ${listed}: ${threats.get(url)}` })
  }
}

type Asking = Pick<LinkStores, 'log'> & { stopped: AbortSignal }

async function askAll(stores: Asking, provider: ThreatProvider, urls: readonly string[]): Promise<Map<string, string>> {
  const parts = Array.from({ length: Math.ceil(urls.length / provider.atOnce) }, (_, index) =>
    urls.slice(index * provider.atOnce, (index + 1) * provider.atOnce),
  )
  const found = await runLanes(parts, requestsAtOnce, (part) => askPart(stores, provider, part))
  return new Map(found.flatMap((threats) => [...threats]))
}

/** Leaves out URLs that the provider refuses. Otherwise, one of them would stop the walk for all links. */
async function askPart(
  stores: Asking,
  provider: ThreatProvider,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const ask = (some: readonly string[]) => within(requestMs, stores.stopped, (signal) => provider.check(some, signal))
  try {
    return await ask(urls)
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    if (urls.length === 1) {
      await ask([harmlessUrl])
      stores.log.warn({ err: error, provider: provider.name }, 'a provider refused a destination, which is not checked')
      return new Map()
    }
    const middle = Math.ceil(urls.length / 2)
    const halves = [
      await askPart(stores, provider, urls.slice(0, middle)),
      await askPart(stores, provider, urls.slice(middle)),
    ]
    return new Map(halves.flatMap((threats) => [...threats]))
  }
}
