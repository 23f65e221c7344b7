import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshFigures } from '../api/refresh.ts'
import { useClock } from './use-clock.ts'

/** In every time zone, days and hours begin at a quarter of an hour. */
const quarterMs = 15 * 60_000

const present = { quarter: 0, at: new Date(0) }

/** The time at which the current quarter of an hour was first read. */
function readPresent(): Date {
  const quarter = Math.floor(Date.now() / quarterMs)
  if (quarter !== present.quarter) Object.assign(present, { quarter, at: new Date() })
  return present.at
}

const minuteMs = 60_000
const shown = { minute: 0 }

function readMinute(): number {
  if (!document.hidden) shown.minute = Math.floor(Date.now() / minuteMs) * minuteMs
  return shown.minute
}
const never = () => 0

/** The start of the current minute, in Unix milliseconds, for figures that depend on it. It stops while the page is hidden. */
export const useMinute = (isOn: boolean): number => useClock(isOn ? readMinute : never)

/**
 * The current time for reports. It changes every quarter of an hour, so that the last day is today however long the page
 * stays open. All figures then reload, so that they have the same age as the figures they are compared with.
 */
export function useNow(): Date {
  const queries = useQueryClient()
  const now = useClock(readPresent)
  const [first] = useState(now)
  useEffect(() => {
    if (now !== first) void refreshFigures(queries)
  }, [now, first, queries])
  return now
}
