import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Tx } from '#runtime/postgres.ts'
import { loadSalt } from './visitor-salts.ts'

const hourMs = 3_600_000
/** Early enough that every redirector has it before its window begins. */
const madeEarlyMs = 12 * hourMs
/** Clicks are numbered at the redirect, so nobody needs a salt after its window; a day is left for slow clocks. */
const keptAfterMs = 24 * hourMs

/** Makes the salt of the next window, and destroys those whose window has been over for a day: then its ids cannot be traced. */
export async function keepSalts(tx: Tx, windowDays: number, now: number): Promise<void> {
  await loadSalt(tx, visitorWindow(now, windowDays))
  await loadSalt(tx, visitorWindow(now + madeEarlyMs, windowDays))
  await tx`
    delete from visitor_salts
    where window_start < ${visitorWindow(now - keptAfterMs, windowDays)}`
}
