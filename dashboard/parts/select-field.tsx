import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, selectStyle } from './field.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export const SelectField = ({ label, hint, error, className = '', children, ...select }: SelectFieldProps) => (
  <FieldFrame label={label} hint={hint} error={error} className={className}>
    {(ties) => (
      <select className={selectStyle} {...ties} {...select}>
        {children}
      </select>
    )}
  </FieldFrame>
)
