import { runLanes } from '#core/run-lanes.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { Latest } from '#runtime/latest.ts'
import type { Log } from '#runtime/log.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { announceEach } from '../webhooks/announce.ts'
import { describeExperiment, filteredMembers } from './describe-experiment.ts'
import { describeVariant } from './describe-figures.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { readExperiment } from './read-experiment.ts'
import { type WeighedVariant, weighExperiment } from './weigh-experiment.ts'

/** Tests per run; the next run continues after them. */
const mostExperiments = 200
/** Limit of one run, so that the transaction stays short. */
const longestMs = 20_000
/** Failures of one run: without the click store, all tests fail. */
const mostFailures = 10
/** A test is weighed again when its clicks or conversions have grown by this part, because a large one takes seconds. */
const growthPercent = 1
/** It is weighed again after this time anyway: clicks may have been deleted, for example. */
const longestPauseMs = 3_600_000
const pauseAfterFailureMs = 300_000
/** Tests whose latest weighing is known. */
const mostKnown = 10_000
const first = '00000000-0000-0000-0000-000000000000'

interface Undecided {
  id: string
  updated_at: Date
  /** Clicks of its link, also bots. */
  clicks: number
  conversions: number
}

/** The latest weighing of a test. */
interface Look {
  /** null: it failed. */
  seen: Undecided | null
  /** The test is weighed again then, in milliseconds since 1970. */
  until: number
}

interface Finding {
  test: FoundExperiment
  significant: WeighedVariant[]
}

interface Parts {
  clickhouse: ClickHouse
  config: Site
  log: Pick<Log, 'warn'>
}

/** Run by a timer: announces ab_test.significant once for each test that has not ended. Each worker knows its own weighings. */
export function watchSignificance(parts: Parts, clock: () => number = Date.now): (tx: Tx) => Promise<void> {
  const looks = new Latest<string, Look>(mostKnown)
  let last = first
  return async (tx) => {
    const tests = await selectUndecided(tx, last)
    const now = clock()
    const due = tests.filter((test) => isDue(test, looks.get(test.id), now))
    const findings: Finding[] = []
    let failures = 0
    const end = performance.now() + longestMs
    const weigh = async (test: Undecided): Promise<void> => {
      const finding = await tryWeighing(tx, parts, test.id)
      if (finding === 'failed') failures += 1
      if (typeof finding === 'object') findings.push(finding)
      else if (finding === 'failed') looks.set(test.id, { seen: null, until: now + pauseAfterFailureMs })
      else looks.set(test.id, { seen: test, until: now + longestPauseMs })
    }
    const weighed = await runLanes(due, 1, weigh, () => failures < mostFailures && performance.now() < end)
    // Locks late, so that nothing waits for the click store because of the locks.
    for (const finding of findings) await announceFinding(tx, finding, parts.config)
    last = nextStart(tests, due, weighed.length) ?? last
  }
}

/** Only tests with a conversion can be significant. */
async function selectUndecided(tx: Tx, behind: string): Promise<Undecided[]> {
  return await tx<Undecided[]>`
    select ab_tests.id, ab_tests.updated_at, coalesce(link_counts.clicks, 0) as clicks,
      (select count(*) from conversions where test_id = ab_tests.id) as conversions
    from ab_tests
    left join link_counts on link_counts.link_id = ab_tests.link_id
    where status in ('running', 'paused') and not significance_announced and ab_tests.id > ${behind}
    and exists (select from conversions where test_id = ab_tests.id)
    order by ab_tests.id
    limit ${mostExperiments}`
}

function isDue(test: Undecided, look: Look | undefined, now: number): boolean {
  if (look === undefined || now >= look.until) return true
  const { seen } = look
  return (
    seen !== null &&
    (test.updated_at.getTime() !== seen.updated_at.getTime() ||
      hasGrown(seen.clicks, test.clicks) ||
      hasGrown(seen.conversions, test.conversions))
  )
}

const hasGrown = (before: number, after: number): boolean =>
  after > before && (after - before) * 100 >= before * growthPercent

/** A query that fails leaves the transaction as it was, so that it does not stop the other tests. */
async function tryWeighing(tx: Tx, { clickhouse, log }: Parts, id: string): Promise<Finding | 'undecided' | 'failed'> {
  try {
    return await tx.savepoint((part) => weighOne(part, clickhouse, id))
  } catch (error) {
    log.warn({ err: error, test_id: id }, 'an A/B test could not be weighed; it will be later')
    return 'failed'
  }
}

async function weighOne(tx: Tx, clickhouse: ClickHouse, id: string): Promise<Finding | 'undecided'> {
  const test = await readExperiment(tx, id)
  if (test === undefined) return 'undecided'
  const ask: Parameters<typeof weighExperiment>[0]['ask'] = (statement, row) => clickhouse.query(statement, row)
  const { variants } = await weighExperiment({ sql: tx, ask }, test)
  const significant = variants.filter(({ significance }) => significance?.isSignificant === true)
  return significant.length > 0 ? { test, significant } : 'undecided'
}

/** Where the next run begins: after the last test of this one, or with the first. */
function nextStart(tests: readonly Undecided[], due: readonly Undecided[], weighed: number): string | undefined {
  if (weighed < due.length) return due[weighed - 1]?.id
  return tests.length < mostExperiments ? first : tests.at(-1)?.id
}

async function announceFinding(tx: Tx, { test, significant }: Finding, site: Site): Promise<void> {
  const { count } = await tx`
    update ab_tests
    set significance_announced = true
    where id = ${test.id} and status in ('running', 'paused') and not significance_announced`
  if (count === 0) return
  const data = {
    ...describeExperiment(test, site),
    short_url_id: test.link_id,
    significant_variants: significant.map(describeVariant),
  }
  await announceEach(tx, 'ab_test.significant', [
    { account_id: test.account_id, data, filteredMembers: filteredMembers(test.link, site) },
  ])
}
