import type { ClickHouse } from '#runtime/clickhouse.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { idsOf } from '../rows.ts'
import { announce } from '../webhooks/announce.ts'
import { describeExperiment } from './describe-experiment.ts'
import { describeVariant } from './describe-figures.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { readExperiment } from './read-experiment.ts'
import { type WeighedVariant, weighExperiment } from './weigh-experiment.ts'

/** Tests per run; the next run continues after them. */
const mostExperiments = 200
const first = '00000000-0000-0000-0000-000000000000'

interface Finding {
  test: FoundExperiment
  significant: WeighedVariant[]
}

/** Run by a timer: announces ab_test.significant once for each test that has not ended. */
export function watchSignificance(clickhouse: ClickHouse, site: Site): (tx: Tx) => Promise<void> {
  let last = first
  return async (tx) => {
    const ids = await selectUndecided(tx, last)
    // After a failed run, the same tests are checked again.
    const findings = await weighEach(tx, clickhouse, ids)
    // Locks late, so that nothing waits for the click store because of the locks.
    for (const finding of findings) await announceFinding(tx, finding, site)
    last = ids.length < mostExperiments ? first : (ids.at(-1) ?? first)
  }
}

/** Only tests with a conversion can be significant. */
async function selectUndecided(tx: Tx, behind: string): Promise<string[]> {
  return await idsOf(tx`
    select id
    from ab_tests
    where status in ('running', 'paused') and not significance_announced and id > ${behind}
    and exists (select from conversions where test_id = ab_tests.id)
    order by id
    limit ${mostExperiments}`)
}

async function weighEach(tx: Tx, clickhouse: ClickHouse, ids: readonly string[]): Promise<Finding[]> {
  const sources: Parameters<typeof weighExperiment>[0] = {
    sql: tx,
    ask: (statement, row) => clickhouse.query(statement, row),
  }
  const findings: Finding[] = []
  for (const id of ids) {
    const test = await readExperiment(tx, id)
    if (test === undefined) continue
    const { variants } = await weighExperiment(sources, test)
    const significant = variants.filter(({ significance }) => significance?.isSignificant === true)
    if (significant.length > 0) findings.push({ test, significant })
  }
  return findings
}

async function announceFinding(tx: Tx, { test, significant }: Finding, site: Site): Promise<void> {
  const { count } = await tx`
    update ab_tests
    set significance_announced = true
    where id = ${test.id} and status in ('running', 'paused') and not significance_announced`
  if (count === 0) return
  await announce(tx, test.account_id, 'ab_test.significant', {
    ...describeExperiment(test, site),
    short_url_id: test.link_id,
    significant_variants: significant.map(describeVariant),
  })
}
