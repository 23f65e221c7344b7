import { useSyncExternalStore } from 'react'
import { fullMoment, relativeTime } from '../format/days.ts'

const tickMs = 20_000
const clock = { now: Date.now() }

/** One clock for all of them. */
function subscribe(changed: () => void): () => void {
  const timer = setInterval(() => {
    clock.now = Date.now()
    changed()
  }, tickMs)
  return () => clearInterval(timer)
}

const minuteMs = 60_000

export const RelativeTime = ({ at }: { at: string }) => {
  const now = useSyncExternalStore(subscribe, () => clock.now)
  const date = new Date(at)
  // What has happened since the last tick happened just now, not in the future.
  const isNews = date.getTime() > now && date.getTime() < now + minuteMs
  return (
    <time dateTime={at} title={fullMoment(date)} className="whitespace-nowrap">
      {relativeTime(date, new Date(isNews ? date : now))}
    </time>
  )
}
