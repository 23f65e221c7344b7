import type { Query, QueryClient } from '@tanstack/react-query'
import { limitLeft } from './client.ts'
import { isMissing } from './failure.ts'
import { reportUpdate, watchLive } from './live.ts'
import { afterUpdate, nextUpdate, type Pace } from './live-pace.ts'
import { linksKey } from './refresh.ts'

/** Updates of one figure. */
interface Turn {
  isRunning: boolean
  /** There were clicks since the last update began. */
  isDue: boolean
  pace: Pace
  nextAt: number
}

const turns = new WeakMap<Query, Turn>()

/** Keeps the figures of the page up to date while clicks arrive. Returns a function that stops it. */
export const keepUpdated = (queries: QueryClient): (() => void) => watchLive((links) => updateFigures(queries, links))

function updateFigures(queries: QueryClient, links: readonly string[] | null): void {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: isLive })
  for (const query of shown) if (links === null || counts(query, links)) update(queries, query)
}

/** Whether any part of the page shows its figures: other parts may need only the name of the same link. */
const isLive = ({ observers }: Query) => observers.some(({ options: { meta } }) => meta?.['isLive'] === true)

/** Figures of one link change only with its clicks. */
function counts({ queryKey }: Pick<Query, 'queryKey'>, links: readonly string[]): boolean {
  const [kind, part] = queryKey
  if (kind === linksKey[0]) return links.includes(String(queryKey[2]))
  return kind !== 'clicks' || part === 'all' || links.includes(String(part))
}

function update(queries: QueryClient, query: Query): void {
  const turn = turns.get(query) ?? { isRunning: false, isDue: false, pace: { updatedAt: 0, usedUntil: 0 }, nextAt: 0 }
  turns.set(query, turn)
  if (turn.isDue) return
  turn.isDue = true
  if (!turn.isRunning) wait(queries, query, turn)
}

const wait = (queries: QueryClient, query: Query, turn: Turn) =>
  setTimeout(() => void run(queries, query, turn), Math.max(0, turn.nextAt - Date.now()))

async function run(queries: QueryClient, query: Query, turn: Turn): Promise<void> {
  turn.isDue = false
  // All figures are updated when the page is shown again.
  if (!query.isActive() || document.hidden) return reportUpdate(query, false)
  turn.isRunning = true
  const start = Date.now()
  const failure = await refetch(queries, query).then(
    () => null,
    (error: unknown) => error,
  )
  // What was deleted does not come back.
  const hasFailed = failure !== null && !isMissing(failure)
  turn.pace = afterUpdate(turn.pace, Date.now(), Date.now() - start)
  turn.nextAt = nextUpdate(turn.pace, limitLeft())
  turn.isRunning = false
  turn.isDue ||= hasFailed
  reportUpdate(query, hasFailed)
  if (turn.isDue) wait(queries, query, turn)
}

async function refetch(queries: QueryClient, query: Query): Promise<void> {
  const read = () =>
    queries.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false, throwOnError: true })
  // A request that has already been sent may not include the click.
  if (query.state.fetchStatus === 'fetching') await read()
  await read()
}
