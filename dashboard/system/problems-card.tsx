import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Problem } from '#schemas/system.ts'

/** Problems and how to fix them. Screen readers announce changes. */
export const ProblemsCard = ({ problems }: { problems: Problem[] | undefined }) => (
  <section aria-label="Problems" aria-live="polite">
    {problems === undefined ? (
      <div aria-hidden className="skeleton h-14" />
    ) : problems.length === 0 ? (
      <p className="flex min-h-14 items-center gap-2.5 rounded-xl bg-good-tint px-4 font-medium text-good">
        <CircleCheck aria-hidden size={18} className="shrink-0" /> All systems are working.
      </p>
    ) : (
      <ul className="flex flex-col gap-2">
        {problems.map((problem) => (
          <ProblemRow key={problem.what} problem={problem} />
        ))}
      </ul>
    )}
  </section>
)

function ProblemRow({ problem: { severity, what, advice } }: { problem: Problem }) {
  const isBad = severity === 'bad'
  const Icon = isBad ? CircleAlert : TriangleAlert
  return (
    <li className={`flex gap-2.5 rounded-xl px-4 py-3 ${isBad ? 'bg-bad-tint text-bad' : 'bg-warn-tint text-warn'}`}>
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      <div className="min-w-0">
        <p className="font-medium break-words">
          <span className="sr-only">{isBad ? 'Error: ' : 'Warning: '}</span>
          {what}
        </p>
        <p className="text-text">{advice}</p>
      </div>
    </li>
  )
}
