import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'
import { Segments } from './segments.tsx'

const views = { here: 'Dashboard', curl: 'curl' } as const

interface EmptyStateProps {
  /** What will appear here, and what it is for. */
  about: ReactNode
  /** Label of the button that creates the first one, or a link for it. */
  action: ReactNode
  onAct?: () => void
  /** The same request to the API. */
  command: string
}

/** Shown in place of an empty list. */
export function EmptyState({ about, action, onAct, command }: EmptyStateProps) {
  const [view, setView] = useState<'here' | 'curl'>('here')
  return (
    <div className="card flex flex-col items-center gap-5 px-5 py-12 text-center">
      <p className="max-w-md text-dim">{about}</p>
      <Segments name="How to create one" choices={views} chosen={view} onChoose={setView} />
      <div className="flex min-h-24 w-full max-w-2xl flex-col items-center justify-start">
        {view === 'here' ? (
          onAct === undefined ? (
            action
          ) : (
            <Button look="main" onClick={onAct}>
              {action}
            </Button>
          )
        ) : (
          <div className="w-full text-left">
            <CopyBlock text={command} label="Copy command" />
          </div>
        )}
      </div>
    </div>
  )
}
