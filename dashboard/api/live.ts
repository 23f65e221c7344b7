import { setLiveState } from './live-state.ts'
import { readNotices } from './read-notices.ts'

/** One stream of notices about stored clicks, shared by all parts of the page. */

type OnClicks = (links: string[] | null) => void

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Time without a watcher, between two pages, or without the page being seen, before the stream is closed. */
const lingerMs = 5_000
/** Clicks of a shorter gap are in the figures that load with the page. */
const missedAfterMs = 1_000

const watchers = new Set<OnClicks>()
const stream: { stop?: AbortController | undefined; isOpen: boolean; hasFailed: boolean; heardAt: number } = {
  isOpen: false,
  hasFailed: false,
  heardAt: 0,
}
/** Figures that could not be updated. */
const failing = new Set<object>()

/** Calls `onClicks` when clicks are stored, with null also after a gap. Returns a function that stops watching. */
export function watchLive(onClicks: OnClicks): () => void {
  watchers.add(onClicks)
  openIfWanted()
  return () => {
    watchers.delete(onClicks)
    setTimeout(closeIfUnwanted, lingerMs)
  }
}

/** Tells whether a figure could be updated. */
export function reportUpdate(figure: object, hasFailed: boolean): void {
  if (hasFailed) failing.add(figure)
  else failing.delete(figure)
  redraw()
}

function redraw(): void {
  const isBroken = stream.hasFailed || failing.size > 0
  setLiveState(isBroken ? 'reconnecting' : stream.isOpen ? 'live' : 'connecting')
}

const tell: OnClicks = (links) => watchers.forEach((onClicks) => onClicks(links))
/** Hidden pages need no stream. Browsers limit the connections of all tabs together. */
const isWanted = () => watchers.size > 0 && !document.hidden

function openIfWanted(): void {
  if (!isWanted() || stream.stop !== undefined) return
  stream.stop = new AbortController()
  if (stream.heardAt === 0) stream.heardAt = Date.now()
  void keepOpen(stream.stop.signal)
}

function closeIfUnwanted(): void {
  if (isWanted()) return
  stream.stop?.abort()
  Object.assign(stream, { stop: undefined, isOpen: false, hasFailed: false })
  failing.clear()
  redraw()
}

async function keepOpen(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await readNotices({
        signal,
        onOpen() {
          if (Date.now() - stream.heardAt > missedAfterMs) tell(null)
          failures = 0
          Object.assign(stream, { isOpen: true, hasFailed: false, heardAt: Date.now() })
          redraw()
        },
        onClicks: tell,
      })
      const lastedMs = Date.now() - stream.heardAt
      stream.heardAt = Date.now()
      // The server ends streams now and then, and the next one usually opens at once.
      if (lastedMs > firstPauseMs) continue
    } catch {
      if (signal.aborted) return
    }
    failures += 1
    stream.hasFailed = true
    redraw()
    await pause(signal, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2))
  }
}

/** Also ends when the browser is online again. */
const pause = (signal: AbortSignal, ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

document.addEventListener('visibilitychange', () => {
  if (document.hidden) setTimeout(closeIfUnwanted, lingerMs)
  else openIfWanted()
})
