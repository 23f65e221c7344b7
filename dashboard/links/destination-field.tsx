import { type ClipboardEvent, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, type FormPart } from '../parts/form.tsx'
import { useSettled } from '../parts/use-settled.ts'
import type { Filled } from './draft.ts'
import { isJustMoved, movedFields, moveUtm, pasteUrl, type UtmMove } from './move-utm.ts'
import type { UtmTexts } from './utm-values.ts'

interface DestinationFieldProps extends FormPart<Filled> {
  isNew: boolean
  /** What was moved when the form was opened with a URL. */
  firstMove: UtmMove | null
  /** Default values of the UTM fields, which a URL replaces. */
  prefilled: Partial<UtmTexts>
  /** Offers to move the UTM parameters of a URL that was not changed here. */
  offersMove: boolean
  onMoved: () => void
}

/**
 * The destination. UTM parameters of a URL that is pasted into a new link move to the UTM fields. Elsewhere they are only
 * offered to move, since the fields apply to the destinations of devices and A/B tests, too.
 */
export function DestinationField({ isNew, firstMove, prefilled, offersMove, onMoved, ...part }: DestinationFieldProps) {
  const { filled, onChange } = part
  const pasted = useRef('')
  const [last, setLast] = useState(firstMove)
  const bound = bindText(part, 'url')
  const movesPasted = isNew && `${filled.ios_url}${filled.android_url}`.trim() === ''

  function move(next: UtmMove) {
    setLast(next)
    onChange(next.after)
    onMoved()
  }
  function change(event: { target: { value: string } }) {
    const { value } = event.target
    const isPasted = movesPasted && value.trim() !== '' && value.trim() === pasted.current
    pasted.current = ''
    if (!isPasted) return bound.onChange(event)
    const clean = pasteUrl(value.trim(), filled, last)
    const next = moveUtm(clean, prefilled)
    if (next === null) onChange(clean)
    else move(next)
  }
  return (
    <div>
      <Field
        label="Destination"
        placeholder="https://example.com/a-long-url"
        inputMode="url"
        {...exactText}
        required
        autoFocus
        {...bound}
        onPaste={(event: ClipboardEvent) => (pasted.current = event.clipboardData.getData('text').trim())}
        onChange={change}
      />
      <UtmNote
        filled={filled}
        last={last}
        findMove={() => (offersMove ? moveUtm(filled, prefilled) : null)}
        onMove={move}
        onUndo={onChange}
      />
    </div>
  )
}

interface UtmNoteProps {
  filled: Filled
  last: UtmMove | null
  findMove: () => UtmMove | null
  onMove: (move: UtmMove) => void
  onUndo: (change: UtmMove['before']) => void
}

function UtmNote({ filled, last, findMove, onMove, onUndo }: UtmNoteProps) {
  const settled = useSettled(filled.url)
  const isMoved = last !== null && isJustMoved(last, filled)
  const offered = settled === filled.url ? findMove() : null
  const shown = isMoved ? last : offered
  if (shown === null) return null
  const names = movedFields(shown).join(', ')
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-tint py-1 pr-1 pl-3 text-[13px]">
      <p role="status" className="min-w-0 flex-1 basis-60 py-1 [overflow-wrap:anywhere]">
        {isMoved ? `Moved from the URL to the UTM fields: ${names}.` : `The URL has UTM parameters: ${names}.`}
      </p>
      <Button look="bare" onClick={() => (isMoved ? onUndo(shown.before) : onMove(shown))}>
        {isMoved ? 'Undo' : 'Move to the UTM fields'}
      </Button>
    </div>
  )
}
