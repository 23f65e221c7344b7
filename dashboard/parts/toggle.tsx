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
    <div className="flex items-start gap-2.5 pointer-coarse:-my-1.5">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-3.5"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label
          htmlFor={id}
          // On touch screens, the target is high enough for fingers and includes the checkbox.
          className="block font-medium pointer-coarse:relative pointer-coarse:-ml-6.5 pointer-coarse:py-3 pointer-coarse:pl-6.5"
        >
          {label}
        </label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="mt-0.5 text-[13px] text-dim pointer-coarse:-mt-2.5 pointer-coarse:pb-1.5">
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}
