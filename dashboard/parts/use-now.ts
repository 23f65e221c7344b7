import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshFigures } from '../api/refresh.ts'
import { useClock } from './use-clock.ts'

/** The days and hours of all time zones begin with one. */
const quarterMs = 15 * 60_000

const present = { quarter: 0, at: new Date(0) }

/** The moment at which a quarter of an hour was first seen. */
function readPresent(): Date {
  const quarter = Math.floor(Date.now() / quarterMs)
  if (quarter !== present.quarter) Object.assign(present, { quarter, at: new Date() })
  return present.at
}

/**
 * The present, for a page of figures: another one with each quarter of an hour, so that the last day is today however long the
 * page stays open. All figures are asked for again with it, since they have to be as old as those they are compared with.
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
