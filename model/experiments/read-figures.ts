import { askClicks } from '../clicks/ask-clicks.ts'
import type { Stores } from '../stores.ts'
import { describeExperiment } from './describe-experiment.ts'
import { describeFigures } from './describe-figures.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { weighExperiment } from './weigh-experiment.ts'

type Reading = Pick<Stores, 'sql' | 'ch' | 'config'> & { signal: AbortSignal }

export async function readFigures({ sql, ch, signal }: Omit<Reading, 'config'>, test: FoundExperiment) {
  const weighing = await weighExperiment(
    { sql, ask: (statement, row) => askClicks(ch, statement, row, { gone: signal }) },
    test,
  )
  return describeFigures(weighing)
}

/** The record of a test with its results. */
export async function readWithFigures(reading: Reading, test: FoundExperiment) {
  return { test: describeExperiment(test, reading.config), ...(await readFigures(reading, test)) }
}
