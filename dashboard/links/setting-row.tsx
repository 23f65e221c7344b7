import { Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '../api/failure.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { giveFocus } from '../parts/give-focus.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useLatest } from '../parts/use-latest.ts'
import { useSending } from '../parts/use-sending.ts'

/** A setting with its control. */
export const SettingRow = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="flex min-h-12 items-center justify-between gap-4 border-t border-line py-2 first:border-t-0">
    <div className="min-w-0 shrink-0">
      <p className="text-dim">{label}</p>
      {hint !== undefined && <p className="text-xs text-dim">{hint}</p>}
    </div>
    <div className="flex min-w-0 items-center gap-1">{children}</div>
  </div>
)

interface EditableRowProps {
  label: string
  /** What is shown while it is not edited. */
  value: ReactNode
  field: (failure: unknown) => ReactNode
  /** The text in the field. */
  text: string
  /** Starts with the saved value. */
  onEdit: () => void
  onSave: () => Promise<void>
}

/** A setting that is edited in place, in a small form. */
export function EditableRow({ label, value, field, text, onEdit, onSave }: EditableRowProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current) giveFocus(button.current)
    wasEditing.current = isEditing
  }, [isEditing])
  const latest = useLatest(text)
  const sending = useSending(async () => {
    await onSave()
    // Text typed during the save is not saved yet.
    if (latest.current === text) setIsEditing(false)
  })
  if (!isEditing) {
    return (
      <SettingRow label={label}>
        {value}
        <IconButton
          ref={button}
          Icon={Pencil}
          iconSize={14}
          title="Edit"
          label={`Edit ${label.toLowerCase()}`}
          onClick={() => {
            onEdit()
            setIsEditing(true)
          }}
        />
      </SettingRow>
    )
  }
  return (
    <form className="flex flex-col gap-3 border-t border-line py-3 first:border-t-0" {...sending.props}>
      {field(sending.failure)}
      {sending.failure !== null && fieldErrors(sending.failure).length === 0 && <Refusal failure={sending.failure} />}
      <div className="flex justify-end gap-2">
        <Button disabled={sending.isSending} onClick={() => setIsEditing(false)}>
          Cancel
        </Button>
        <Button type="submit" look="main" disabled={sending.isSending}>
          Save
        </Button>
      </div>
    </form>
  )
}
