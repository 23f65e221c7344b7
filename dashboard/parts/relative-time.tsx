import { useSyncExternalStore } from 'react'
import { fullMoment, relativeTime } from '../format/days.ts'

const tickMs = 20_000
const tickOf = () => Math.floor(Date.now() / tickMs)

/** One clock for all of them, which stands while there are none. */
const listeners = new Set<() => void>()
const clock: { timer?: ReturnType<typeof setInterval> } = {}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) clock.timer = setInterval(() => listeners.forEach((tell) => tell()), tickMs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(clock.timer)
  }
}

const minuteMs = 60_000

export const RelativeTime = ({ at }: { at: string }) => {
  const now = useSyncExternalStore(subscribe, tickOf) * tickMs
  const date = new Date(at)
  // What has happened since the last tick happened just now, not in the future.
  const isNews = date.getTime() > now && date.getTime() < now + minuteMs
  return (
    <time dateTime={at} title={fullMoment(date)} className="whitespace-nowrap">
      {relativeTime(date, isNews ? date : new Date(now))}
    </time>
  )
}
