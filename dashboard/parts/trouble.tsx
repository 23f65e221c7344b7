import { RotateCw } from 'lucide-react'
import { messageOf } from '../api/failure.ts'
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

/** Shown in place of a page about one resource. */
export const TroublePage = ({ title, query }: TroubleProps & { title: string }) => (
  <>
    <PageHead title={title} />
    <TroubleCard query={query} />
  </>
)
