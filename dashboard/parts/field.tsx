import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldErrorText } from './field-group.tsx'
import { inputStyle } from './input-style.ts'

/** Text that is not prose: a URL, a slug, a host. */
export const exactText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export interface FrameProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

interface FieldFrameProps extends FrameProps {
  className?: string | undefined
  children: (ties: Ties) => ReactNode
}

/** Connects a control with its label, hint and error, also for screen readers. */
export function FieldFrame({ label, hint, error, className = '', children }: FieldFrameProps) {
  const id = useId()
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {error !== undefined && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1.5 text-[13px] text-dim">
          {hint}
        </div>
      )}
    </div>
  )
}

type Ties = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

export interface FieldProps extends FrameProps, Omit<ComponentProps<'input'>, 'id'> {
  before?: string
}

/** With a limit, browsers accept only years of four digits. */
export const latest: Readonly<Record<string, string>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' }

export const Field = ({ label, hint, error, before, className, ...input }: FieldProps) => (
  <FieldFrame label={label} hint={hint} error={error} className={className}>
    {(ties) => (
      <div className="flex items-center">
        {before !== undefined && (
          <span className="flex h-9 max-w-[55%] shrink-0 items-center truncate pointer-coarse:h-11 rounded-l-md border border-r-0 border-field bg-sunken px-2.5 text-dim">
            {before}
          </span>
        )}
        <input
          className={`${inputStyle} ${before === undefined ? '' : 'rounded-l-none'}`}
          {...ties}
          max={latest[input.type ?? '']}
          // React does not write `autofocus` as an attribute, so dialogs could not find the field by it.
          data-autofocus={input.autoFocus}
          {...input}
        />
      </div>
    )}
  </FieldFrame>
)
