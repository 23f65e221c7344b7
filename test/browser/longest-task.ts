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

/**
 * Scrolls up and down the page, and through all of it by jumps. Answers the most processor time that a task of the page took,
 * in ms: how long others on the machine kept it waiting is not in it.
 */
export async function measureScroll(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page of no browser')
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

/** Of Chromium's traces: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  args?: { name?: string }
  /** Processor time in microseconds, of what has ended. */
  tdur?: number
}

function longestTask({ traceEvents }: { traceEvents: TraceEvent[] }): number {
  const place = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const threads = new Set(traceEvents.filter(isThread).map(place))
  const times = traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && threads.has(place(event)))
    .flatMap(({ tdur }) => tdur ?? [])
  if (times.length === 0) throw new Error('the browser told of no task')
  return Math.round(times.reduce((longest, time) => Math.max(longest, time)) / 1_000)
}

interface Watched {
  observer: PerformanceObserver
  /** Of long tasks and of answers that arrived. */
  count: number
}

// What is below runs in the page: it knows its arguments alone.

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
    if (performance.now() > end) throw new Error(`the page works still, ${within.deadlineMs} ms after it was scrolled`)
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: within.deadlineMs }))
    quiet = watched.count === count ? quiet + 1 : 0
    count = watched.count
  }
}
