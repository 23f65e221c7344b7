import { RotateCw } from 'lucide-react'
import { Failure, messageOf } from '../api/failure.ts'
import { Button } from './button.tsx'
import { PageHead } from './page-head.tsx'

export interface TroubleProps {
  error: unknown
  onRetry: () => void
}

/** In place of what could not be loaded: why, under which request, and once more. */
export function Trouble({ error, onRetry }: TroubleProps) {
  const requestId = error instanceof Failure ? error.requestId : null
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-2">
      <p>
        <strong className="font-medium">This could not be loaded.</strong>{' '}
        <span className="text-dim">{messageOf(error)}.</span>
      </p>
      {requestId !== null && <p className="font-mono text-xs break-all text-dim">Request {requestId}</p>}
      <Button onClick={onRetry}>
        <RotateCw aria-hidden size={14} /> Try again
      </Button>
    </div>
  )
}

/** Where nothing else has a frame. */
export const TroubleCard = (props: TroubleProps) => (
  <div className="card p-5">
    <Trouble {...props} />
  </div>
)

/** In place of a page of one thing that could not be loaded. */
export const TroublePage = ({ title, ...trouble }: TroubleProps & { title: string }) => (
  <>
    <PageHead title={title} />
    <TroubleCard {...trouble} />
  </>
)
