import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { applyChanges, changesOf } from './draft-changes.ts'
import { dropDraft, findDraft, keepDraft, showForm } from './drafts.ts'
import { randomKey } from './random-key.ts'

export interface DraftOptions<Filled> {
  /** Name of the form, with the ID of what it edits. Without a name, nothing is kept. */
  draft?: string
  /** The empty form, if `start` has values already. A draft is then offered instead of replacing them. */
  blank?: Filled
  /** `start` is a record that others may change, too. The form shows its newest values while it is untouched, and once it was sent. */
  follows?: boolean
}

export interface DraftState {
  state: 'none' | 'offered' | 'restored'
  lacksSecret: boolean
  restore: () => void
  discard: () => void
}

/** The values of a form, which survive closing and reloading it. */
export function useDraft<Filled extends object>(start: Filled, options: DraftOptions<Filled>) {
  const { draft, blank = start, follows = false } = options
  const [first, setFirst] = useState({ start, blank })
  const [former] = useState(() => (draft === undefined ? undefined : findDraft(draft)))
  const [state, setState] = useState(() => stateOf(former, changesOf(first.start, first.blank) !== undefined))
  // A draft that is offered stays as it is, whatever happens to this form.
  const [id, setId] = useState(() => (state === 'restored' && former !== undefined ? former.id : randomKey()))
  const restored = () => applyChanges(first.blank, former?.content.changes ?? {})
  const [filled, setFilled] = useState(() => (state === 'restored' ? restored() : first.start))
  /** The values that the server has: those at the start, then those that were sent. */
  const [saved, setSaved] = useState(first.start)
  /** The sent values, until the form follows. */
  const [sent, setSent] = useState<Filled | null>(null)

  const lacksSecret = state === 'restored' && former?.content.lacksSecret === true

  useEffect(() => (draft === undefined ? undefined : showForm(id)), [draft, id])
  useEffect(() => {
    if (draft === undefined || filled === saved) return
    const isChanged = changesOf(filled, saved) !== undefined
    const kept = isChanged ? changesOf(filled, saved === first.start ? first.blank : saved) : undefined
    keepDraft(id, draft, kept && { ...kept, lacksSecret: kept.lacksSecret || lacksSecret })
  }, [draft, id, filled, saved, first, lacksSecret])
  useEffect(() => {
    if (!follows) return
    const isUntouched = changesOf(filled, saved) === undefined
    if (sent !== null) follow(sent)
    else if (isUntouched && changesOf(start, first.start) !== undefined) follow(filled)
  })

  /** Fields that were changed since then keep their values. */
  function follow(then: Filled) {
    setFirst({ start, blank: start })
    setSaved(start)
    setFilled({ ...start, ...changedSince(then) })
    setSent(null)
  }
  function changedSince(then: Filled): Partial<Filled> {
    const names = Object.keys(filled) as (keyof Filled)[]
    const changed = names.filter((name) => filled[name] !== then[name]).map((name) => [name, filled[name]])
    return Object.fromEntries(changed)
  }

  const shown: DraftState = {
    state,
    lacksSecret,
    restore() {
      if (former !== undefined) setId(former.id)
      setState('restored')
      setFilled(restored())
    },
    discard() {
      setState('none')
      setFilled(saved)
      if (draft !== undefined) dropDraft(id)
    },
  }
  /** For values that arrive after the form was opened. Fields that were changed keep theirs, and so does a draft. */
  function extendStart(change: Partial<Filled>) {
    if (state !== 'none') return
    const next = { ...first.start, ...change }
    setFirst({ start: next, blank: { ...first.blank, ...change } })
    if (saved === first.start) setSaved(next)
    setFilled(filled === first.start ? next : { ...filled, ...change, ...changedSince(first.start) })
  }
  function tellSaved(values: Filled) {
    setSaved(values)
    setState('none')
    if (follows) setSent(values)
  }
  return { id, base: first.start, filled, setFilled, extendStart, tellSaved, shown }
}

const stateOf = (kept: object | undefined, hasValues: boolean): DraftState['state'] =>
  kept === undefined ? 'none' : hasValues ? 'offered' : 'restored'

const sentences = {
  offered: 'You have an unsaved draft.',
  restored: 'Draft restored.',
}

/** Says where the values of a form come from, and takes them back. */
export function DraftNote({ draft: { state, lacksSecret, restore, discard } }: { draft: DraftState }) {
  if (state === 'none') return null
  const isOffered = state === 'offered'
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-tint py-1 pr-1 pl-3 text-[13px]">
      <p role="status">
        {sentences[state]}
        {lacksSecret && ' Enter the password again.'}
      </p>
      <Button look="bare" onClick={isOffered ? restore : discard}>
        {isOffered ? 'Restore draft' : 'Discard'}
      </Button>
    </div>
  )
}
