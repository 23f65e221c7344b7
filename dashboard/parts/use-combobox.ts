import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isOfInputMethod } from './dialog-events.ts'

/** A row of the list of a combobox. */
export interface Entry {
  key: string
  name: string
  note?: string | undefined
  /** Color of a tag. */
  color?: string | undefined
  /** Why it cannot be chosen. */
  refusal?: string | undefined
  isChosen?: boolean
  /** Creates something with the typed name. */
  isNew?: boolean
  onPick: () => void
}

interface ComboboxOptions {
  entries: readonly Entry[]
  /** The user has typed, so the first entry is highlighted. */
  isTyped: boolean
  onClose: () => void
}

const pageStep = 10

/** Keys and attributes of the ARIA combobox pattern. The focus stays in the field. */
export function useCombobox({ entries, isTyped, onClose }: ComboboxOptions) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const known = entries.findIndex(({ key }) => key === highlighted)
  const active = known >= 0 ? known : isTyped && entries.length > 0 ? 0 : -1
  const entry = isOpen ? entries[active] : undefined

  function close() {
    setIsOpen(false)
    setHighlighted(null)
    onClose()
  }
  function open() {
    setIsOpen(true)
    setHighlighted(entries.find(({ isChosen }) => isChosen)?.key ?? null)
  }
  function move(step: number) {
    if (!isOpen) return open()
    const last = entries.length - 1
    if (last < 0) return
    // From no entry, Up goes to the last one.
    const next = active < 0 ? (step > 0 ? 0 : last) : active + step
    const wraps = Math.abs(step) === 1
    const at = wraps ? (next + entries.length) % entries.length : Math.min(Math.max(next, 0), last)
    setHighlighted(entries[at]?.key ?? null)
  }
  function pick(chosen: Entry) {
    if (chosen.refusal === undefined) chosen.onPick()
  }
  useEscape(isOpen, close)

  const steps = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
    ['PageDown', pageStep],
    ['PageUp', -pageStep],
  ])
  /** Returns whether the key was used. */
  function onKey(event: KeyboardEvent): boolean {
    const step = steps.get(event.key)
    if (isOfInputMethod(event.nativeEvent)) return false
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && isOpen && (entry !== undefined || isTyped)) {
      if (entry !== undefined) pick(entry)
    } else return false
    event.preventDefault()
    return true
  }

  const isShown = isOpen && entries.length > 0
  return {
    isOpen,
    open,
    close,
    highlight: setHighlighted,
    onKey,
    /** For the list. */
    list: { id: listId, entries, active, onHighlight: setHighlighted, onPick: pick },
    aria: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : undefined,
    } as const,
  }
}

/** Escape closes the list, but not the dialog around it, which listens on the document. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || isOfInputMethod(event)) return
      event.stopPropagation()
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])
}
