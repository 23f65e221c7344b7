import { Failure, messageOf } from '../api/failure.ts'

/** Why what a form said was not taken, and under which request. */
export function Refusal({ failure }: { failure: unknown }) {
  const requestId = failure instanceof Failure ? failure.requestId : null
  return (
    <div role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
      <p>{messageOf(failure)}</p>
      {requestId !== null && <p className="mt-0.5 font-mono text-xs break-all">Request {requestId}</p>}
    </div>
  )
}
