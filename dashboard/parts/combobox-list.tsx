import { Check, Plus } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { TagDot } from './tag-dot.tsx'
import type { Entry } from './use-combobox.ts'

interface ComboboxListProps {
  id: string
  label: string
  /** The list appears below it, or above if there is more room. */
  anchor: RefObject<HTMLElement | null>
  entries: readonly Entry[]
  active: number
  isDimmed: boolean
  /** Shown and announced below the entries: that there are none, or more. */
  status: string | undefined
  onHighlight: (key: string) => void
  onPick: (entry: Entry) => void
}

/** The list of a combobox. In the top layer, so that a dialog does not clip it. */
export function ComboboxList(props: ComboboxListProps) {
  const { id, label, anchor, entries, active, isDimmed, status, onHighlight, onPick } = props
  const box = useRef<HTMLDivElement>(null)
  usePlaced(box, anchor)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div
      ref={box}
      popover="manual"
      className="fixed inset-auto m-0 flex-col overflow-hidden rounded-md border border-line bg-raised text-text shadow-lg open:flex"
    >
      {entries.length > 0 && (
        <div
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          className={`min-h-0 scroll-py-1 overflow-y-auto p-1 ${isDimmed ? 'opacity-60' : ''}`}
        >
          {entries.map((entry, index) => (
            <Option
              key={entry.key}
              id={`${id}-${index}`}
              entry={entry}
              isActive={index === active}
              onHighlight={onHighlight}
              onPick={onPick}
            />
          ))}
        </div>
      )}
      <p role="status" className={status === undefined ? 'sr-only' : 'px-3 py-2 text-[13px] text-dim'}>
        {status}
      </p>
    </div>
  )
}

interface OptionProps extends Pick<ComboboxListProps, 'id' | 'onHighlight' | 'onPick'> {
  entry: Entry
  isActive: boolean
}

const Option = ({ id, entry, isActive, onHighlight, onPick }: OptionProps) => {
  const { key, name, note, color, refusal, isChosen = false, isNew = false } = entry
  const isRefused = refusal !== undefined
  return (
    // The field has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isRefused || undefined}
      className={`flex min-h-9 items-center gap-2 rounded pointer-coarse:min-h-11 px-2 py-1.5 ${isActive ? 'bg-sunken' : ''} ${isRefused ? 'cursor-not-allowed' : 'cursor-pointer'}`}
      onMouseMove={() => !isActive && onHighlight(key)}
      onClick={() => onPick(entry)}
    >
      {isNew && <Plus aria-hidden size={14} className="shrink-0 text-dim" />}
      {color !== undefined && <TagDot color={color} />}
      <span className={`min-w-0 truncate ${isRefused ? 'text-dim' : ''}`}>{name}</span>
      <span className="ml-auto max-w-[55%] shrink-0 truncate pl-2 text-[13px] text-dim">{refusal ?? note}</span>
      {isChosen && <Check aria-hidden size={14} className="shrink-0" />}
    </div>
  )
}

const gap = 4
const margin = 8
const mostHeight = 320
const leastHeight = 160
const leastWidth = 224

function usePlaced(box: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const update = () => placeAt(box.current, anchor.current)
    box.current?.showPopover()
    update()
    addEventListener('resize', update)
    // Also the scrolling of a dialog.
    addEventListener('scroll', update, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', update)
      removeEventListener('scroll', update, { capture: true })
    }
  }, [box, anchor])
}

function placeAt(box: HTMLElement | null, anchor: HTMLElement | null): void {
  if (box === null || anchor === null) return
  const { left, top, bottom, width } = anchor.getBoundingClientRect()
  const [below, above] = [innerHeight - bottom - gap - margin, top - gap - margin]
  const isAbove = below < leastHeight && above > below
  const wide = Math.min(Math.max(width, leastWidth), innerWidth - 2 * margin)
  Object.assign(box.style, {
    maxHeight: `${Math.min(mostHeight, isAbove ? above : below)}px`,
    width: `${wide}px`,
    left: `${Math.max(margin, Math.min(left, innerWidth - margin - wide))}px`,
    top: isAbove ? 'auto' : `${bottom + gap}px`,
    bottom: isAbove ? `${innerHeight - top + gap}px` : 'auto',
  })
}
