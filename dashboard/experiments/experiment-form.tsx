import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, useForm } from '../parts/form.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { type FilledExperiment, weightFault } from './draft.ts'
import { GoalFields } from './goal-fields.tsx'
import { VariantFields } from './variant-fields.tsx'

interface ExperimentFormProps {
  start: FilledExperiment
  /** Fields for the link or QR code to test. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** The test has started. */
  onlyWeights?: boolean
  /** The submit buttons. Enter triggers the first one. */
  submits: readonly { name: string; value: string }[]
  canSend?: boolean
  onSubmit: (filled: FilledExperiment, submit: string) => Promise<void>
}

export function ExperimentForm(props: ExperimentFormProps) {
  const { start, children, onlyWeights = false, submits, canSend = true, onSubmit } = props
  const { filled, errorOf, part, sending } = useForm(start, (sent, { nativeEvent: { submitter } }) =>
    onSubmit(sent, submitter instanceof HTMLButtonElement ? submitter.value : (submits[0]?.value ?? '')),
  )
  const { failure } = sending
  const isSharedOut = !filled.isWeighted || weightFault(filled.variants) === undefined

  return (
    <form className="flex flex-col gap-5" onSubmit={sending.onSubmit}>
      {!onlyWeights && (
        <Field
          label="Name"
          placeholder="Headline"
          required
          autoFocus
          autoComplete="off"
          maxLength={255}
          {...bindText(part, 'name')}
        />
      )}
      {children?.(errorOf)}
      <VariantFields {...part} onlyWeights={onlyWeights} />
      {!onlyWeights && (
        <>
          <GoalFields {...part} />
          <Field
            label="Hypothesis"
            placeholder="A shorter headline increases sign-ups"
            maxLength={1000}
            hint="Optional. The result you expect."
            {...bindText(part, 'hypothesis')}
          />
          <Field label="Description" maxLength={1000} {...bindText(part, 'description')} />
        </>
      )}
      {failure !== null && <Refusal failure={failure} />}
      <div className="flex flex-row-reverse flex-wrap gap-2">
        {submits.map(({ name, value }) => (
          <Button
            key={value}
            type="submit"
            value={value}
            look={value === submits[0]?.value ? 'main' : 'quiet'}
            disabled={sending.isSending || !isSharedOut || !canSend}
          >
            {name}
          </Button>
        ))}
      </div>
    </form>
  )
}
