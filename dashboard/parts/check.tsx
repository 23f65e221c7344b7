import { type ReactNode, useId } from 'react'

interface CheckProps {
  label: string
  about: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Something to be had or not, with a sentence about it. */
export function Check({ label, about, checked, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        aria-describedby={`${id}-about`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        <p id={`${id}-about`} className="text-[13px] text-dim">
          {about}
        </p>
      </div>
    </div>
  )
}
