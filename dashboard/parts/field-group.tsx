import { type ReactNode, useId } from 'react'

interface FieldGroupProps {
  legend: string
  error?: string | undefined
  children: ReactNode
}

/** Controls with one label and one error, such as checkboxes. */
export function FieldGroup({ legend, error, children }: FieldGroupProps) {
  const id = useId()
  const isWrong = error !== undefined
  return (
    <fieldset className="min-w-0" {...(isWrong && { 'data-invalid': '', 'aria-describedby': `${id}-error` })}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {children}
      {isWrong && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  )
}

export const FieldErrorText = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="mt-1.5 text-[13px] text-bad">
    {children}
  </p>
)
