import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { prefetchAfterMs } from '../../dashboard/shell/use-prefetch.ts'
import { findChromium } from './find-chromium.ts'
import { sizes } from './open-context.ts'
import { seedClicks } from './planted.fixture.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** Files of JavaScript that Home loads, with those that it loads in advance. */
const mostScripts = 20

declare global {
  interface Window {
    moved: number
  }
}

describe.skipIf(chromium === undefined)('how Home loads, in Chromium', () => {
  useOwner(chromium)
  beforeAll(() => seedClicks(web, 2_000))

  it('loads few files, and nothing moves while it loads', async () => {
    const other = await web.newPage()
    // On a slow machine, scripts that are loaded ahead would be counted.
    await other.addInitScript((aheadMs) => {
      const plain = window.setTimeout.bind(window)
      window.setTimeout = ((run: () => void, ms = 0) => (ms === aheadMs ? 0 : plain(run, ms))) as typeof setTimeout
    }, prefetchAfterMs)
    await watchShifts(other)
    await other.goto(`${web.origin}/app`)
    for (const forgets of [false, true]) {
      for (const viewport of Object.values(sizes)) {
        await other.setViewportSize(viewport)
        // Then it is only known after some requests whether there are first steps to show.
        if (forgets) await other.evaluate(() => localStorage.clear())
        await other.reload()
        await loaded(other)
        await other.evaluate(untilQuiet)
        const { moved, scripts } = await other.evaluate(() => ({
          moved: window.moved,
          scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
        }))
        expect(moved, `at ${viewport.width} px, ${forgets ? 'in a new browser' : 'as before'}`).toBeLessThan(0.05)
        expect(scripts).toBeLessThanOrEqual(mostScripts)
      }
    }
    await other.close()
  })

  it('moves nothing on the first visit after the first steps are done', async () => {
    await call('POST', '/api-keys', { name: 'Build', permissions: ['read'] })
    await call('POST', '/domains/subdomains', { subdomain: 'team' })
    await page.evaluate(() => localStorage.clear())
    await watchShifts(page)
    await page.goto(`${web.origin}/app`)
    await loaded(page)
    await page.getByRole('region', { name: 'Top links' }).getByRole('listitem').first().waitFor()
    expect(await page.evaluate(() => window.moved)).toBeLessThan(0.02)
    expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  })

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})

/** Adds up in `window.moved` how much the layout shifts, in each document that the page loads. */
async function watchShifts(on: Page): Promise<void> {
  await on.addInitScript(() => {
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Runs in the page: nothing was loaded for half a second. The stream of clicks stays open, so the network is never idle. */
function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    let last = performance.now()
    new PerformanceObserver(() => {
      last = performance.now()
    }).observe({ type: 'resource', buffered: true })
    const timer = setInterval(() => {
      if (performance.now() - last < 500) return
      clearInterval(timer)
      resolve()
    }, 50)
  })
}
