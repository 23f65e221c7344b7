import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type HistoryEntry, type HistorySubject, historyQuery } from '../api/history.ts'
import { useCan } from '../api/rights.ts'
import { actorIcons } from '../audit/actor-icons.ts'
import { Button } from '../parts/button.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { Modal } from '../parts/modal.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { FieldChanges } from './field-changes.tsx'
import { RollBackDialog } from './roll-back-dialog.tsx'

interface ObjectHistoryProps {
  subject: HistorySubject
  /** Such as "link". */
  noun: string
  /** False if the state of the object allows no change. */
  isOpen: boolean
  onClose: () => void
}

/** The changes of an object, each with a button that restores the state before it. */
export function ObjectHistory({ subject, noun, isOpen, onClose }: ObjectHistoryProps) {
  const query = useInfiniteQuery(historyQuery(subject))
  const can = useCan()
  const [chosen, setChosen] = useState<HistoryEntry | null>(null)
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const newest = rows?.[0]
  const mayRestore = can('edit') && isOpen
  if (chosen !== null && newest !== undefined)
    return (
      <RollBackDialog subject={subject} noun={noun} entry={chosen} newest={newest} onClose={() => setChosen(null)} />
    )
  return (
    <Modal isText title="History" about="Changes in the past year" onClose={onClose}>
      <ListCard
        label="Changes"
        query={query}
        rows={rows}
        empty={<p className="text-dim">This {noun} has not been changed.</p>}
      >
        {(entry) => (
          <div className="flex flex-col gap-2 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Actor entry={entry} />
              {mayRestore && (
                <Button onClick={() => setChosen(entry)}>
                  Roll back<span className="sr-only"> this and later changes</span>
                </Button>
              )}
            </div>
            <FieldChanges changes={entry.changes} />
          </div>
        )}
      </ListCard>
      <MoreButton query={query} />
    </Modal>
  )
}

function Actor({ entry: { actor, at, restored_from } }: { entry: HistoryEntry }) {
  const Icon = actorIcons[actor.type]
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <Icon aria-hidden size={14} className="shrink-0 text-dim" />
      <span className="truncate font-medium">{actor.name}</span>
      <span className="text-[13px] text-dim">
        {restored_from !== null && 'rolled back '}
        <RelativeTime at={at} />
      </span>
    </p>
  )
}
