import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { CopyBlock } from './copy-block.tsx'
import { Segments } from './segments.tsx'

const views = { here: 'Here', curl: 'curl' } as const

interface EmptyStateProps {
  /** A sentence: what would stand here, and what it is good for. */
  about: ReactNode
  /** The words of the button that creates the first one, or a link that does. */
  action: ReactNode
  onAct?: () => void
  /** The same over the interface. */
  command: string
}

/** In place of a list of nothing. */
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
            <CopyBlock text={command} label="Copy the command" />
          </div>
        )}
      </div>
    </div>
  )
}
