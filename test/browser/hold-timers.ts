import type { Page } from 'playwright-core'

/** What a page wants done as soon as it is idle waits from here on until it is let go: as on a machine that is busy. */
export async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const plain = window.setTimeout
    const runs: (() => void)[] = []
    function hold(run: () => void, afterMs = 0): number {
      if (afterMs > 0) return plain(run, afterMs)
      runs.push(run)
      // Of no timer.
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
