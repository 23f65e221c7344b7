import type { Page } from 'playwright-core'

/** Steps of one scroll, one in each frame. */
const steps = 90
const stepPx = 500
/** Every so many steps somebody drags the bar somewhere else. */
const jumpEvery = 15
const settleMs = 600

/** Scrolls up and down the page, and through all of it by jumps. Answers the longest task that the browser told of, in ms. */
export async function measureScroll(page: Page): Promise<number> {
  return await page.evaluate(
    async ([count, step, every, settle]) => {
      let longest = 0
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      })
      observer.observe({ type: 'longtask' })
      const most = () => document.documentElement.scrollHeight - innerHeight
      let [at, way] = [0, 1]
      for (let index = 0; index < count; index++) {
        await new Promise(requestAnimationFrame)
        if (index % every === every - 1) at = most() * ((index * 0.37) % 1)
        at += way * step
        if (at < 0 || at > most()) way = -way
        scrollTo(0, Math.min(Math.max(at, 0), most()))
      }
      await new Promise((resolve) => setTimeout(resolve, settle))
      observer.disconnect()
      scrollTo(0, 0)
      return Math.round(longest)
    },
    [steps, stepPx, jumpEvery, settleMs] as [number, number, number, number],
  )
}
