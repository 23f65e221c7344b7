import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'

interface EmptyStateProps {
  Icon: LucideIcon
  /** What will appear here. */
  title: string
  /** What it is for. */
  about: ReactNode
  /** Label of the button that creates the first one, or a link for it. */
  action: ReactNode
  onAct?: () => void
  /** The same request to the API. */
  command?: string
}

/** Shown in place of an empty list: a sketch of its rows, what they are for, and one action. */
export function EmptyState({ Icon, title, about, action, onAct, command }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-center px-5 py-10 text-center">
      <Sketch Icon={Icon} />
      <h2 className="mt-5 text-base font-semibold">{title}</h2>
      <p className="mt-1 mb-5 max-w-md text-dim">{about}</p>
      {onAct === undefined ? (
        action
      ) : (
        <Button look="main" onClick={onAct}>
          {action}
        </Button>
      )}
      {command !== undefined && (
        <details className="mt-5 w-full max-w-2xl text-[13px] text-dim">
          <summary className="mx-auto w-fit rounded px-2 py-1 pointer-coarse:py-3 hover:text-text">
            With the API
          </summary>
          <div className="mt-2 text-left text-text">
            <CopyBlock text={command} label="Copy command" />
          </div>
        </details>
      )}
    </div>
  )
}

const widths = ['w-32', 'w-24', 'w-28']

const Sketch = ({ Icon }: { Icon: LucideIcon }) => (
  <div
    aria-hidden
    className="flex w-full max-w-sm flex-col gap-2 [mask-image:linear-gradient(to_bottom,black_30%,transparent)]"
  >
    {widths.map((width) => (
      <div key={width} className="flex items-center gap-3 rounded-md border border-line px-3 py-2.5">
        <span className="flex size-7 shrink-0 items-center justify-center rounded-md bg-tint text-accent">
          <Icon size={15} />
        </span>
        <span className="flex flex-1 flex-col gap-1.5">
          <span className={`h-2 rounded-full bg-sunken ${width}`} />
          <span className="h-2 w-40 max-w-full rounded-full bg-sunken" />
        </span>
        <span className="h-2 w-10 rounded-full bg-sunken" />
      </div>
    ))}
  </div>
)
