import type { Page } from 'playwright-core'

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
  return async () => {
    await held.evaluate(({ letGo }) => letGo())
    await held.dispose()
  }
}

/** Toasts with an Undo stay, however slow the machine is. */
export const keepToasts = (page: Page): Promise<void> =>
  page.evaluate((undoMs) => {
    const plain = window.setTimeout
    const later = (run: () => void, ms?: number) => plain(run, ms === undoMs ? 600_000 : ms)
    window.setTimeout = later as typeof window.setTimeout
  }, 8_000)
