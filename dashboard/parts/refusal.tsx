import type { FieldError } from '#core/sentence-about.ts'
import { Failure, messageOf, sentenceOf } from '../api/failure.ts'

/** Why a form was rejected. With `errors`, only these are named. */
export function Refusal({ failure, errors = [] }: { failure: unknown; errors?: readonly FieldError[] }) {
  const sentences = errors.length === 0 ? [messageOf(failure)] : errors.map(sentenceOf)
  return (
    <div role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FailureDetails failure={failure} />
    </div>
  )
}

export function FailureDetails({ failure }: { failure: unknown }) {
  if (!(failure instanceof Failure) || failure.requestId === null) return null
  return (
    <details className="mt-0.5 text-xs">
      <summary className="py-1 pointer-coarse:py-3">Details</summary>
      <p className="font-mono break-all">Request ID: {failure.requestId}</p>
    </details>
  )
}
