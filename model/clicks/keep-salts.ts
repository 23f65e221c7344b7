import { visitorWindow } from '#core/visits/visitor-window.ts'
import type { Tx } from '#runtime/postgres.ts'
import { loadSalt } from './visitor-salts.ts'

const hourMs = 3_600_000
/** Early enough that every redirector has the salt before its window begins. */
const madeEarlyMs = 12 * hourMs
/** Visitor ids are computed at the redirect, so a salt is not needed after its window. One day allows for slow clocks. */
const keptAfterMs = 24 * hourMs

/** Creates the salt of the next window and destroys salts a day after their window, which makes visitor ids untraceable. */
export async function keepSalts(tx: Tx, windowDays: number, now: number): Promise<void> {
  await loadSalt(tx, visitorWindow(now, windowDays))
  await loadSalt(tx, visitorWindow(now + madeEarlyMs, windowDays))
  await tx`
    delete from visitor_salts
    where window_start < ${visitorWindow(now - keptAfterMs, windowDays)}`
}
