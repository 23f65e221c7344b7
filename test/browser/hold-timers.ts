import type { JSHandle, Page } from 'playwright-core'

/** Delays a page's timers until they are released, as on a busy machine. */
export async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const plain = window.setTimeout
    const runs: (() => void)[] = []
    function hold(run: () => void, afterMs = 0): number {
      if (afterMs > 0) return plain(run, afterMs)
      runs.push(run)
      // Not the id of a timer.
      return 0
    }
    window.setTimeout = hold as typeof window.setTimeout
    return {
      letGo: () => {
        window.setTimeout = plain
        for (const run of runs) run()
      },
    }
  })
  return releaseOf(held)
}

/** How long toasts offer an Undo: those of one change, of deletions that are sent later, and of many links. */
const undoTimes = [4_000, 6_000, 8_000]

/**
 * New toasts stay and new deletions are not sent, however slow the machine is, until the page is loaded again.
 * After the release, later ones end as usual.
 */
export async function keepToasts(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle((kept) => {
    const plain = window.setTimeout
    const later = (run: () => void, ms = 0) => plain(run, kept.includes(ms) ? 600_000 : ms)
    window.setTimeout = later as typeof window.setTimeout
    return {
      letGo: () => {
        window.setTimeout = plain
      },
    }
  }, undoTimes)
  return releaseOf(held)
}

const releaseOf = (held: JSHandle<{ letGo: () => void }>) => async (): Promise<void> => {
  await held.evaluate(({ letGo }) => letGo())
  await held.dispose()
}
