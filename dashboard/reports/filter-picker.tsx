import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { count } from '../format/numbers.ts'
import { useSettled } from '../parts/use-settled.ts'
import { type FilterName, filterNames, filterTitles, isClosed } from './filter-names.ts'
import { optionsQuery } from './options.ts'
import { compileScope } from './scope.ts'
import type { View } from './view.ts'

const entry =
  'flex min-h-8 pointer-coarse:min-h-11 cursor-pointer items-center gap-2 rounded px-2 py-1 data-[selected=true]:bg-sunken data-[disabled=true]:opacity-50'
const inputStyle = 'h-9 w-full pointer-coarse:h-11 border-b border-line bg-transparent px-3 outline-none'

interface FilterPickerProps {
  view: View
  onDone: () => void
  /** Takes the focus at once. */
  isFocused?: boolean
}

/** Pick a filter, then a value. */
export function FilterPicker({ view, onDone, isFocused = false }: FilterPickerProps) {
  const [name, setName] = useState<FilterName | null>(null)
  const names = filterNames.filter((each) => !(each in view.about) && view.search[each] === undefined)
  if (name === null) {
    return (
      <Command label="Filter by" loop>
        <Command.Input autoFocus={isFocused} placeholder="Filter by…" className={inputStyle} />
        <Command.List className="max-h-80 overflow-y-auto p-1">
          <Command.Empty className="px-2 py-3 text-dim">No results.</Command.Empty>
          {names.map((each) => (
            <Command.Item key={each} className={entry} onSelect={() => setName(each)}>
              {filterTitles[each]}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    )
  }
  return (
    <Values
      view={view}
      name={name}
      onBack={() => setName(null)}
      onChoose={(value) => {
        view.change({ [name]: value })
        setName(null)
        onDone()
      }}
    />
  )
}

interface ValuesProps {
  view: View
  name: FilterName
  onBack: () => void
  onChoose: (value: string) => void
}

function Values({ view, name, onBack, onChoose }: ValuesProps) {
  const [typed, setTyped] = useState('')
  const sought = useSettled(typed.trim())
  const queries = useQueryClient()
  const { dateRange, startDate, endDate } = view.scope
  const { id, filters } = compileScope({ ...view.search, [name]: undefined }, view.about)
  const scope = { ...filters, dateRange, startDate, endDate }
  const { data, isPending, isError } = useQuery(optionsQuery(queries, name, { id, scope, sought }))
  const words = typed.trim().toLowerCase()
  const found = data?.filter(({ label, hint = '' }) => `${label} ${hint}`.toLowerCase().includes(words)) ?? []
  const isNew = words !== '' && !found.some(({ label }) => label.toLowerCase() === words)
  return (
    <Command label={filterTitles[name]} loop shouldFilter={false}>
      <div className="flex items-center">
        <button type="button" title="Back" className="flex size-9 items-center justify-center" onClick={onBack}>
          <ArrowLeft aria-hidden size={14} />
          <span className="sr-only">Back</span>
        </button>
        <Command.Input
          autoFocus
          placeholder={`${filterTitles[name]}…`}
          className={inputStyle}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <Command.List className="max-h-80 overflow-y-auto p-1">
        {found.map(({ value, label, hint, clicks }) => (
          <Command.Item key={value} value={value} className={entry} onSelect={() => onChoose(value)}>
            <span className="min-w-0 flex-1 truncate">
              {label} {hint !== undefined && <span className="text-xs text-dim">{hint}</span>}
            </span>
            {clicks !== undefined && <span className="text-dim tabular-nums">{count(clicks)}</span>}
          </Command.Item>
        ))}
        {isNew && !isClosed(name) && (
          <Command.Item value="typed" className={entry} onSelect={() => onChoose(typed.trim())}>
            <span className="truncate">Filter by “{typed.trim()}”</span>
          </Command.Item>
        )}
        {found.length === 0 && (isClosed(name) || !isNew) && (
          <p className="px-2 py-3 text-dim">
            {isPending ? 'Loading…' : isError ? 'Could not load the values. Try again later.' : emptyText(name)}
          </p>
        )}
      </Command.List>
    </Command>
  )
}

const emptyText = (name: FilterName) => (isClosed(name) ? 'No results in this period.' : 'Type a value to filter by.')
