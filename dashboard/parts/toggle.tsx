import { type ReactNode, useId } from 'react'

interface ToggleProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="mt-0.5 text-[13px] text-dim">
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}
