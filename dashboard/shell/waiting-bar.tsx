import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../parts/button.tsx'

const barAfterMs = 300
const noteAfterMs = 8_000

/** Queries with nothing to show. Updates of shown figures are not waited for. */
const isAwaited = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined

/** A bar while the page waits for the API, and a note when that takes long. */
export function WaitingBar() {
  const queries = useQueryClient()
  const isOpening = useRouterState({ select: ({ isLoading }) => isLoading })
  const isWaiting = useIsFetching({ predicate: isAwaited }) > 0 || isOpening
  const [attempt, setAttempt] = useState(0)
  async function tryAgain() {
    setAttempt(attempt + 1)
    // The code of a page cannot be requested again.
    if (isOpening) return location.reload()
    const stuck = queries.getQueryCache().findAll({ type: 'active', predicate: isAwaited })
    await queries.cancelQueries({ predicate: isAwaited })
    for (const { queryKey } of stuck) void queries.refetchQueries({ queryKey, exact: true })
  }
  return isWaiting && <Waiting key={attempt} onTryAgain={() => void tryAgain()} />
}

function Waiting({ onTryAgain }: { onTryAgain: () => void }) {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    const timers = [barAfterMs, noteAfterMs].map((ms) => setTimeout(() => setWaited(ms), ms))
    return () => timers.forEach((timer) => clearTimeout(timer))
  }, [])
  return (
    <>
      {waited >= barAfterMs && (
        <div
          role="progressbar"
          aria-label="Loading"
          className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-tint"
        >
          <div className="h-full w-1/3 animate-waiting bg-accent" />
        </div>
      )}
      {waited >= noteAfterMs && (
        <div
          role="status"
          className="mx-auto mb-4 flex max-w-[1280px] flex-wrap items-center justify-between gap-3 rounded-md bg-warn-tint px-3 py-2 text-warn"
        >
          <span>Waymark is taking longer than usual to respond.</span>
          <Button onClick={onTryAgain}>Try again</Button>
        </div>
      )}
    </>
  )
}
