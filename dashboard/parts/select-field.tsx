import { type ComponentProps, type ReactNode, useId } from 'react'
import { selectStyle } from './field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A choice among named things, with its label, its hint and what is wrong with it. */
export function SelectField({ label, hint, error, className = '', children, ...select }: SelectFieldProps) {
  const id = useId()
  const told = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select
        id={id}
        className={selectStyle}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={told === '' ? undefined : told}
        {...select}
      >
        {children}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 text-[13px] text-bad first-letter:uppercase">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1.5 text-[13px] text-dim">
          {hint}
        </div>
      )}
    </div>
  )
}
