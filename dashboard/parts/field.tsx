import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Stands in the field before what is typed. */
  before?: string
}

export const inputStyle =
  'h-9 w-full min-w-0 rounded-md border border-field bg-card px-3 text-text aria-invalid:border-bad'

/** Browsers put some room of their own before what is chosen. */
export const selectStyle = `${inputStyle} px-2!`

/** A text field with its label, its hint and what is wrong with it, all of them tied together for screen readers. */
export function Field({ label, hint, error, before, className = '', ...input }: FieldProps) {
  const id = useId()
  const told = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex items-center">
        {before !== undefined && (
          <span className="flex h-9 max-w-[55%] shrink-0 items-center truncate rounded-l-md border border-r-0 border-field bg-sunken px-2.5 text-dim">
            {before}
          </span>
        )}
        <input
          id={id}
          className={`${inputStyle} ${before === undefined ? '' : 'rounded-l-none'}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={told === '' ? undefined : told}
          {...input}
        />
      </div>
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
