import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTagColors } from '../api/tag-colors.ts'
import { ComboboxList } from './combobox-list.tsx'
import { FieldFrame, type FrameProps } from './field.tsx'
import { TagChip } from './tag-chip.tsx'
import { useTagsField } from './use-tags-field.ts'

interface TagsFieldProps extends Omit<FrameProps, 'label'> {
  label?: string
  name?: string
  /** The tags, separated by commas, with the one that is still being typed. */
  value: string
  onText: (text: string) => void
  autoFocus?: boolean
  placeholder?: string
  className?: string
}

/** Tags as chips, with existing and new tags as suggestions. */
export function TagsField(props: TagsFieldProps) {
  const { label = 'Tags', name, value, onText, autoFocus, placeholder, hint, error, className } = props
  const colorOf = useTagColors()
  const anchor = useRef<HTMLDivElement>(null)
  const { field, box, open, chosen, typed, isBusy, status, type, leave, remove } = useTagsField(value, onText)
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(ties) => (
        <div
          ref={anchor}
          className="flex min-h-9 w-full min-w-0 flex-wrap items-center gap-1 rounded-md border border-field bg-card px-1.5 py-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent pointer-coarse:min-h-11"
        >
          {chosen.map((tag) => (
            <TagChip key={tag} tag={tag} color={colorOf(tag)}>
              <RemoveButton tag={tag} onRemove={() => remove(tag)} />
            </TagChip>
          ))}
          <input
            {...ties}
            {...box.aria}
            ref={field}
            name={name}
            autoFocus={autoFocus}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none pointer-coarse:-my-1 pointer-coarse:h-10.5"
            placeholder={chosen.length === 0 ? placeholder : undefined}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onClick={open}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open()
              if (box.onKey(event)) return
              if (event.key === 'Backspace' && typed === '') remove(chosen.at(-1))
            }}
          />
          {box.isOpen && <ComboboxList {...box.list} label={label} anchor={anchor} isDimmed={isBusy} status={status} />}
        </div>
      )}
    </FieldFrame>
  )
}

const RemoveButton = ({ tag, onRemove }: { tag: string; onRemove: () => void }) => (
  <button
    type="button"
    className="touch-target -mr-1 flex size-6 items-center justify-center rounded hover:text-text"
    onClick={onRemove}
  >
    <X aria-hidden size={12} />
    <span className="sr-only">Remove tag {tag}</span>
  </button>
)
