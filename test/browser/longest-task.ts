import type { Page } from 'playwright-core'
import { loaded } from './stack.ts'

/** Steps of one scroll, one per frame. */
const steps = 45
const stepPx = 500
/** After this many steps the scrollbar is dragged elsewhere. */
const jumpEvery = 15
/** Consecutive frames with idle time and no changes: a quarter of a second on a quiet machine. */
const quietFrames = 15
/** Far longer than a busy machine needs. */
const deadlineMs = 60_000

/**
 * Scrolls up and down the page, and through all of it in jumps. Returns the CPU time of the longest task in
 * ms, which excludes time spent waiting for other processes.
 */
export async function measureScroll(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  await browser.startTracing(page, { categories: ['toplevel'] })
  const watched = await page.evaluateHandle(watchTasks)
  await page.evaluate(scrollThrough, { steps, stepPx, jumpEvery })
  await loaded(page)
  await watched.evaluate(becomeQuiet, { quietFrames, deadlineMs })
  await watched.evaluate(({ observer }) => {
    observer.disconnect()
    scrollTo(0, 0)
  })
  await watched.dispose()
  return longestTask(JSON.parse((await browser.stopTracing()).toString()))
}

/** Format of Chromium's traces: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  args?: { name?: string }
  /** CPU time in microseconds, for completed events. */
  tdur?: number
}

function longestTask({ traceEvents }: { traceEvents: TraceEvent[] }): number {
  const place = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const threads = new Set(traceEvents.filter(isThread).map(place))
  const times = traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && threads.has(place(event)))
    .flatMap(({ tdur }) => tdur ?? [])
  if (times.length === 0) throw new Error('the browser reported no tasks')
  return Math.round(times.reduce((longest, time) => Math.max(longest, time)) / 1_000)
}

interface Watched {
  observer: PerformanceObserver
  /** Number of long tasks and of responses. */
  count: number
}

// The functions below run in the page, and can use only their arguments.

function watchTasks(): Watched {
  const observer = new PerformanceObserver((list) => {
    watched.count += list.getEntries().length
  })
  const watched: Watched = { observer, count: 0 }
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
    if (performance.now() > end)
      throw new Error(`the page is still busy, ${within.deadlineMs} ms after it was scrolled`)
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: within.deadlineMs }))
    quiet = watched.count === count ? quiet + 1 : 0
    count = watched.count
  }
}
