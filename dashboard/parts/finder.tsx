import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type Pickable, type PickKind, pickedQuery } from '../api/pick.ts'
import { Combobox } from './combobox.tsx'
import { FieldFrame } from './field.tsx'
import { choiceOf, usePick } from './pick-combobox.tsx'

interface FinderProps {
  label: string
  kind: PickKind
  /** IDs that are not suggested. */
  without?: readonly string[]
  /** Why a result cannot be selected, or undefined. */
  refusalOf?: (found: Pickable) => string | undefined
  onChoose: (found: Pickable) => void
}

/** Finds a resource by its name and hands it over. */
export function Finder({ label, kind, without = [], refusalOf, onChoose }: FinderProps) {
  const { found, bind } = usePick(kind)
  const offered = found.filter(({ id }) => !without.includes(id))
  return (
    <FieldFrame label={label}>
      {(ties) => (
        <Combobox
          label={label}
          ties={ties}
          placeholder="Search by name"
          value=""
          choices={offered.map((one) => ({ ...choiceOf(one), refusal: refusalOf?.(one) }))}
          onChoose={(id) => {
            const chosen = offered.find((one) => one.id === id)
            if (chosen !== undefined) onChoose(chosen)
          }}
          {...bind}
        />
      )}
    </FieldFrame>
  )
}

interface TakenProps {
  kind: PickKind
  id: string
}

function useFound({ kind, id }: TakenProps): { name: string; about: string | undefined } {
  const { data, isError } = useQuery(pickedQuery(kind, id))
  return { name: data?.name ?? (isError ? 'Not found' : '…'), about: data?.about }
}

export const FoundName = (taken: TakenProps) => useFound(taken).name

/** A selected resource, with a button to remove it. */
export function Taken({ onRemove, ...taken }: TakenProps & { onRemove: () => void }) {
  const { name, about } = useFound(taken)
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1 rounded-full bg-tint pr-1 pl-3 text-[13px] font-medium">
      <span className="truncate" title={about}>
        {name}
      </span>
      <button
        type="button"
        className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
        title="Remove"
        onClick={onRemove}
      >
        <X aria-hidden size={13} />
        <span className="sr-only">Remove {name}</span>
      </button>
    </span>
  )
}
