import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { matchesWords } from '../format/match-words.ts'
import { ComboboxList } from './combobox-list.tsx'
import { inputStyle } from './input-style.ts'
import { type Entry, useCombobox } from './use-combobox.ts'
import { type Creation, useCreation } from './use-creation.ts'

export interface Choice {
  value: string
  name: string
  note?: string | undefined
  color?: string | undefined
  refusal?: string | undefined
}

export interface ComboboxProps {
  /** Names the list, and the field if it has no visible label. */
  label: string
  /** '' is none. */
  value: string
  /** Shown if the value is not among the choices, because they are search results. */
  valueName?: string | undefined
  choices: readonly Choice[]
  /** The choice of no value, before the others. */
  none?: string | undefined
  placeholder?: string | undefined
  onChoose: (value: string) => void
  onOpen?: () => void
  /** Searches elsewhere: the choices are the results. Without it, they are filtered here. */
  onType?: ((text: string) => void) | undefined
  /** The choices do not match the text yet. */
  isBusy?: boolean
  hasFailed?: boolean
  /** Offers to create what was typed. Returns its value, or null if that failed. The form waits for it. */
  onCreate?: ((name: string) => Promise<string | null>) | undefined
  /** Attributes of the field: its ID and description, or a name for screen readers. */
  ties?: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'aria-label' | 'autoFocus' | 'name'>
  className?: string
  fieldStyle?: string
}

/** Choices in the list at once. Search finds the others. */
const mostShown = 100

/** A choice from a list of any length, with search. */
export function Combobox(props: ComboboxProps) {
  const { label, value, valueName, choices, none, placeholder, onType, ties = {} } = props
  const { isBusy = false, hasFailed = false, className = '', fieldStyle = '' } = props
  const [typed, setTyped] = useState<string | null>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const type = (text: string | null) => {
    setTyped(text)
    onType?.(text ?? '')
  }
  const found = findChoices(props, typed)
  const field = useRef<HTMLInputElement>(null)
  const creation = useCreation(props, field)
  const entries = entriesOf({ ...props, ...creation }, found.slice(0, mostShown), typed, (run) => {
    run()
    box.close()
  })
  const box = useCombobox({
    entries,
    isTyped: typed !== null && typed.trim() !== '',
    onClose: () => type(null),
  })
  const { onOpen } = props
  useEffect(() => {
    if (box.isOpen) onOpen?.()
  })
  const shown =
    creation.creating ??
    choices.find((choice) => choice.value === value)?.name ??
    (value === '' ? '' : (valueName ?? value))
  return (
    <div ref={anchor} className={`relative min-w-0 ${className}`}>
      <input
        ref={field}
        {...ties}
        {...box.aria}
        className={`${inputStyle} truncate pr-8! ${fieldStyle}`}
        placeholder={box.isOpen && shown !== '' ? shown : (placeholder ?? none)}
        value={typed ?? shown}
        onChange={({ target }) => {
          type(target.value)
          box.highlight(null)
          if (!box.isOpen) box.open()
        }}
        onClick={() => (box.isOpen ? undefined : box.open())}
        onFocus={({ target }) => target.select()}
        onBlur={() => box.close()}
        onKeyDown={(event) => box.onKey(event)}
      />
      <ChevronDown
        aria-hidden
        size={15}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-dim"
      />
      {box.isOpen && (
        <ComboboxList
          {...box.list}
          label={label}
          anchor={anchor}
          isDimmed={isBusy}
          status={statusOf({ entries, found: found.length, isBusy, hasFailed })}
        />
      )}
    </div>
  )
}

/** Until the results for the text arrive, those of the previous text that match it. */
function findChoices({ choices, onType, isBusy }: ComboboxProps, typed: string | null): readonly Choice[] {
  if (typed === null || (onType !== undefined && isBusy !== true)) return choices
  return choices.filter(({ name, note = '' }) => matchesWords(`${name} ${note}`, typed))
}

function entriesOf(
  { value, none, onChoose, create, isBusy = false }: ComboboxProps & Pick<Creation, 'create'>,
  found: readonly Choice[],
  typed: string | null,
  then: (run: () => void) => void,
): Entry[] {
  const name = typed?.trim() ?? ''
  const isNew = !isBusy && name !== '' && !found.some((choice) => choice.name.toLowerCase() === name.toLowerCase())
  return [
    ...(none !== undefined && name === ''
      ? [{ key: '', name: none, isChosen: value === '', onPick: () => then(() => onChoose('')) }]
      : []),
    ...found.map((choice) => ({
      ...choice,
      key: `=${choice.value}`,
      isChosen: choice.value === value,
      onPick: () => then(() => onChoose(choice.value)),
    })),
    ...(create !== undefined && isNew
      ? [{ key: '+', name: `Create “${name}”`, isNew: true, onPick: () => then(() => create(name)) }]
      : []),
  ]
}

interface ListState {
  entries: readonly Entry[]
  found: number
  isBusy: boolean
  hasFailed: boolean
}

function statusOf({ entries, found, isBusy, hasFailed }: ListState): string | undefined {
  if (hasFailed) return 'Search failed. Try again.'
  if (entries.length === 0) return isBusy ? 'Searching…' : 'No results.'
  return found > mostShown ? 'Type to find more.' : undefined
}
