import type { Page } from 'playwright-core'
import { loaded } from './stack.ts'

/** Steps of one scroll, one in each frame. */
const steps = 90
const stepPx = 500
/** Every so many steps somebody drags the bar somewhere else. */
const jumpEvery = 15
/** So many frames in a row, with time to spare after each, that bring nothing: half a second where nobody else works. */
const quietFrames = 30
/** Far beyond what a busy machine needs. */
const deadlineMs = 60_000

/** Scrolls up and down the page, and through all of it by jumps. Answers the longest task that the browser told of, in ms. */
export async function measureScroll(page: Page): Promise<number> {
  const watched = await page.evaluateHandle(watchTasks)
  await page.evaluate(scrollThrough, { steps, stepPx, jumpEvery })
  await loaded(page)
  await watched.evaluate(becomeQuiet, { quietFrames, deadlineMs })
  const longest = await watched.evaluate(({ observer, longestMs }) => {
    observer.disconnect()
    scrollTo(0, 0)
    return Math.round(longestMs)
  })
  await watched.dispose()
  return longest
}

interface Watched {
  observer: PerformanceObserver
  longestMs: number
  /** Of long tasks and of answers that arrived. */
  count: number
}

// What is below runs in the page: it knows its arguments alone.

function watchTasks(): Watched {
  const observer = new PerformanceObserver((list) => {
    for (const { entryType, duration } of list.getEntries()) {
      watched.count += 1
      if (entryType === 'longtask') watched.longestMs = Math.max(watched.longestMs, duration)
    }
  })
  const watched: Watched = { observer, longestMs: 0, count: 0 }
  observer.observe({ type: 'longtask' })
  observer.observe({ type: 'resource' })
  return watched
}

async function scrollThrough(by: { steps: number; stepPx: number; jumpEvery: number }): Promise<void> {
  const most = () => document.documentElement.scrollHeight - innerHeight
  let [at, way] = [0, 1]
  for (let index = 0; index < by.steps; index++) {
    await new Promise(requestAnimationFrame)
    if (index % by.jumpEvery === by.jumpEvery - 1) at = most() * ((index * 0.37) % 1)
    at += way * by.stepPx
    if (at < 0 || at > most()) way = -way
    scrollTo(0, Math.min(Math.max(at, 0), most()))
  }
}

async function becomeQuiet(watched: Watched, within: { quietFrames: number; deadlineMs: number }): Promise<void> {
  const end = performance.now() + within.deadlineMs
  let [quiet, count] = [0, watched.count]
  while (quiet < within.quietFrames) {
    if (performance.now() > end) throw new Error(`the page works still, ${within.deadlineMs} ms after it was scrolled`)
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: within.deadlineMs }))
    quiet = watched.count === count ? quiet + 1 : 0
    count = watched.count
  }
}
