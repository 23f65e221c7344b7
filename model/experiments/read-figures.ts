import { askClicks } from '../clicks/ask-clicks.ts'
import type { Services } from '../services.ts'
import { describeAbTest } from './describe-experiment.ts'
import { describeFigures } from './describe-figures.ts'
import type { FoundAbTest } from './experiment-row.ts'
import { weighAbTest } from './weigh-experiment.ts'

type Reading = Pick<Services, 'sql' | 'ch' | 'config'> & { signal: AbortSignal }

export async function readFigures({ sql, ch, signal }: Omit<Reading, 'config'>, test: FoundAbTest) {
  const sources = { sql, ask: askFor(ch, signal) }
  return describeFigures(await weighAbTest(sources, test))
}

/** The record of a test with its figures. */
export async function readWithFigures(reading: Reading, test: FoundAbTest) {
  return { test: describeAbTest(test, reading.config), ...(await readFigures(reading, test)) }
}

const askFor =
  (ch: Reading['ch'], gone: AbortSignal): Parameters<typeof weighAbTest>[0]['ask'] =>
  (statement, row) =>
    askClicks(ch, statement, row, { gone })
