import { setTimeout as sleep } from 'node:timers/promises'
import { compareReplies } from '#core/imports/compare-replies.ts'
import { VisitorPlaces } from '#model/clicks/visitor-places.ts'
import { mostCrashes, TurnEnded } from '#model/imports/import-turn.ts'
import {
  type ComparedLink,
  type Difference,
  endTurn,
  recordCompared,
  selectCompared,
  type TakenVerification,
  takeVerification,
  type VerificationRow,
} from '#model/imports/verifications.ts'
import { simulateVisit } from '#model/links/simulate-visit.ts'
import type { Stores } from '#model/stores.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { reachOf } from './open-service.ts'
import { readShortUrl, verifierAgent } from './read-short-url.ts'

/** Links that are read from Postgres at a time. */
const linksPerRead = 100
/** Then other imports get their turn. */
const longestTurnMs = 60_000
const secondsAfterTrouble = 30
/** Links that are left out, at most. After the last one, the verification ends: then the links are probably not the cause. */
const mostLeftOut = 3
const notCompared = `Not compared, because the worker stopped unexpectedly ${mostCrashes} times in a row.`
const lastNotCompared = `${notCompared} The links after it were not compared either: ask the operator to check the worker log.`

type VerifyStores = Pick<Stores, 'sql' | 'config' | 'log'>

/** Compares the responses of old short URLs with those of the imported links. Another turn continues after the last link. */
export async function runVerification(stores: VerifyStores, importId: string, stopping: AbortSignal): Promise<void> {
  const { sql, log } = stores
  const row = await takeVerification(sql, importId)
  if (row === undefined) return
  if (row.crashes > 0)
    log.warn(
      { import: importId, crashes: row.crashes },
      'a verification continues whose worker was killed, crashed or hung',
    )
  try {
    const isFinished =
      row.crashes < mostCrashes ? await compareAll(stores, row, stopping) : await leaveOut(stores.sql, row)
    await endTurn(sql, row, { isFinished })
  } catch (error) {
    if (error instanceof TurnEnded) return
    if (!stopping.aborted)
      log.warn({ err: error, import: importId }, 'a verification was interrupted; it continues later')
    await endTurn(sql, row, { isFinished: false, seconds: stopping.aborted ? 0 : secondsAfterTrouble })
  }
}

/** Leaves out the link at which the worker crashes each time. True if no others are compared. */
async function leaveOut(sql: VerifyStores['sql'], row: TakenVerification): Promise<boolean> {
  const [link] = await selectCompared(sql, row, { after: row.position, limit: 1 })
  if (link === undefined) return true
  const isLast = row.left_out === mostLeftOut - 1
  const none = { source_status: null, source_destination: null, status: null, destination: null }
  const message = isLast ? lastNotCompared : notCompared
  const difference: Difference = { ...link, ...none, kind: 'unreachable', message }
  await recordCompared(sql, row, { position: link.position, difference, isLeftOut: true })
  return isLast
}

/** False if the turn is over before the last link. */
async function compareAll(stores: VerifyStores, row: VerificationRow, stopping: AbortSignal): Promise<boolean> {
  const end = Date.now() + longestTurnMs
  const compare = comparer(stores, stopping)
  for (let after = row.position; ; ) {
    const links = await selectCompared(stores.sql, row, { after, limit: linksPerRead })
    if (links.length === 0) return true
    for (const link of links) {
      if (stopping.aborted || Date.now() > end) return false
      const pause = sleep(1_000 / row.per_second, undefined, { signal: stopping })
      const [difference] = await Promise.all([compare(link), pause])
      await recordCompared(stores.sql, row, { position: link.position, difference })
      after = link.position
    }
  }
}

function comparer({ sql, config, log }: VerifyStores, stopping: AbortSignal) {
  const places = new VisitorPlaces(config.GEOIP_DB, log)
  const simulating = { sql, secretKeys: new SecretKeys(config), places, config }
  const asking = { ...reachOf(config), stopping }
  return async ({ position, link_id, source_url }: ComparedLink): Promise<Difference | null> => {
    const url = /^https?:\/\//i.test(source_url) ? source_url : `https://${source_url}`
    const [old, ours] = await Promise.all([readShortUrl(url, asking), readOurs(simulating, link_id)])
    const kind = compareReplies(old, ours)
    return kind === null
      ? null
      : {
          ...{ position, link_id, source_url, kind, message: old.message },
          ...{ source_status: old.status, source_destination: old.url },
          ...{ status: ours.status, destination: ours.url },
        }
  }
}

const statuses = { app: 200, content: 200, not_found: 404, expired: 410, quarantined: 403, password: 401 } as const

/** The response of the imported link to the same program. The visit is not recorded. */
async function readOurs(simulating: Parameters<typeof simulateVisit>[0], linkId: string) {
  const visit = await simulateVisit(
    simulating,
    { id: linkId, targeting_rules: [], schedules: [] },
    { user_agent: verifierAgent, visitor: 'new' },
  )
  if (visit === undefined) return { status: 404, url: null }
  const { outcome, status, url } = visit
  if (outcome === 'redirect' || (outcome === 'expired' && url !== null)) return { status, url }
  return { status: statuses[outcome], url: null }
}
