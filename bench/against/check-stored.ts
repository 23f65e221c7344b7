import { pause } from '#runtime/repeat.ts'
import type { Installation } from './installation.ts'
import type { RampResult } from './ramp.ts'
import { storedVerdict } from './stored-verdict.ts'

const pollMs = 1_000
/** A backlog drains faster than it grew. */
const storedMostMs = 120_000
/** Clicks that are stored a second time are stored some seconds after the first time. */
const secondTimeMs = 5_000

/** Waits until every answered visit is stored, including those of the warm-up. */
export async function checkStored(
  installation: Installation,
  { warmUp, steps }: RampResult,
  signal: AbortSignal,
): Promise<{ isSound: boolean; text: string }> {
  const all = [warmUp, ...steps]
  const sent = all.reduce((sum, step) => sum + step.sent, 0)
  const answered = all.reduce((sum, step) => sum + step.answered, 0)
  const end = Date.now() + storedMostMs
  const count = () => installation.countStored({ end, signal })
  while ((await count()) < answered && Date.now() < end) await pause(pollMs, signal)
  await pause(secondTimeMs, signal)
  return storedVerdict({ sent, answered, stored: await count() })
}
