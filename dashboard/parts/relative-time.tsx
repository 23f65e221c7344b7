import { fullMoment, relativeTime } from '../format/days.ts'
import { tickMs, useClock } from './use-clock.ts'

const tickOf = () => Math.floor(Date.now() / tickMs)
const minuteMs = 60_000

interface RelativeTimeProps {
  at: string
  /** In sentences: "in 2 min." would end with two periods. */
  isLong?: boolean
}

export const RelativeTime = ({ at, isLong = false }: RelativeTimeProps) => {
  const now = useClock(tickOf) * tickMs
  const date = new Date(at)
  // Something newer than the last tick is "now", not in the future.
  const isNews = date.getTime() > now && date.getTime() < now + minuteMs
  return (
    <time dateTime={at} title={fullMoment(date)} className="whitespace-nowrap">
      {relativeTime(date, isNews ? date : new Date(now), isLong ? 'long' : 'short')}
    </time>
  )
}
