import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { type Pickable, type PickKind, pickedQuery, pickQuery } from '../api/pick.ts'
import { SearchField } from './search-field.tsx'
import { useSettled } from './use-settled.ts'

interface FinderProps {
  label: string
  kind: PickKind
  /** IDs that are not suggested. */
  without?: readonly string[]
  /** Why a result cannot be selected, or undefined. */
  refusalOf?: (found: Pickable) => string | undefined
  /** Suggests nothing before the user types. */
  isQuiet?: boolean
  onChoose: (found: Pickable) => void
}

/** A search whose results are buttons. */
export function Finder({ label, kind, without = [], refusalOf, isQuiet = false, onChoose }: FinderProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim())
  const isAsked = !isQuiet || asked !== ''
  const { data, isError, isPlaceholderData } = useQuery({ ...pickQuery(kind, asked), enabled: isAsked })
  const offered = (isAsked ? data : undefined)?.filter((found) => !without.includes(found.id))
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <SearchField
        id={id}
        label={label}
        placeholder="Search by name"
        value={typed}
        onChange={setTyped}
        // In a form, Enter would submit it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul aria-label="Results" className={`mt-1.5 flex flex-col ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {offered?.map((found) => {
          const refusal = refusalOf?.(found)
          return (
            <li key={found.id}>
              <button
                type="button"
                disabled={refusal !== undefined}
                className="flex min-h-9 w-full min-w-0 items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-sunken disabled:cursor-not-allowed disabled:hover:bg-transparent"
                onClick={() => onChoose(found)}
              >
                <span className={`max-w-[60%] truncate font-medium ${refusal === undefined ? '' : 'text-dim'}`}>
                  {found.name}
                </span>
                <span className="min-w-0 flex-1 truncate text-right text-[13px] text-dim">
                  {refusal ?? found.about}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="px-3 text-[13px] text-dim">
        {isError ? 'Search failed. Try again.' : offered?.length === 0 ? 'No results.' : ''}
      </p>
    </div>
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
