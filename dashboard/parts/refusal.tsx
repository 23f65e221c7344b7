import { Failure, messageOf } from '../api/failure.ts'

/** Why a form was rejected. */
export function Refusal({ failure }: { failure: unknown }) {
  return (
    <div role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
      <p>{messageOf(failure)}</p>
      <FailureDetails failure={failure} />
    </div>
  )
}

export function FailureDetails({ failure }: { failure: unknown }) {
  if (!(failure instanceof Failure) || failure.requestId === null) return null
  return (
    <details className="mt-0.5 text-xs">
      <summary className="py-1">Details</summary>
      <p className="font-mono break-all">Request ID: {failure.requestId}</p>
    </details>
  )
}
