import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps, selectStyle } from './field.tsx'

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
