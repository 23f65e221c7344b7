import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMissing, messageOf } from '../api/failure.ts'
import { Button } from './button.tsx'
import { PageHead } from './page-head.tsx'
import { FailureDetails } from './refusal.tsx'

interface TroubleProps {
  query: { error: unknown; refetch: () => unknown }
}

/** Shown in place of content that failed to load, with a button to try again. */
export function Trouble({ query: { error, refetch } }: TroubleProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-2">
      <div>
        <strong className="font-medium">This content could not be loaded.</strong>{' '}
        <span className="text-dim">{messageOf(error)}</span>
        <FailureDetails failure={error} />
      </div>
      <Button onClick={() => void refetch()}>
        <RotateCw aria-hidden size={14} /> Try again
      </Button>
    </div>
  )
}

/** Used on pages without a card around the content. */
export const TroubleCard = ({ query }: TroubleProps) => (
  <div className="card p-5">
    <Trouble query={query} />
  </div>
)

interface TroublePageProps extends TroubleProps {
  title: string
  /** The heading if the resource does not exist. */
  missing: string
  back: ReactNode
}

/** A page about one resource has nothing to show: it did not load, or was deleted since. */
export const isUnavailable = (query: { isLoadingError: boolean; error: unknown }): boolean =>
  query.isLoadingError || isMissing(query.error)

/** Shown in place of a page about one resource. */
export function TroublePage({ title, missing, back, query }: TroublePageProps) {
  const wasDeleted = isMissing(query.error)
  return (
    <>
      {back}
      <PageHead title={wasDeleted ? missing : title} />
      {wasDeleted ? (
        <p className="card p-5 text-dim">It was deleted, or the URL has a typo.</p>
      ) : (
        <TroubleCard query={query} />
      )}
    </>
  )
}
