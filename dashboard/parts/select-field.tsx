import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps } from './field.tsx'
import { selectStyle } from './input-style.ts'

type SelectFieldProps = FrameProps & Omit<ComponentProps<'select'>, 'id'>

export const SelectField = ({ label, hint, error, className = '', children, ...select }: SelectFieldProps) => (
  <FieldFrame label={label} hint={hint} error={error} className={className}>
    {(ties) => (
      <select className={selectStyle} {...ties} {...select}>
        {children}
      </select>
    )}
  </FieldFrame>
)
