import { type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, useForm } from '../parts/form.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { type FilledExperiment, weightFault } from './draft.ts'
import { GoalFields } from './goal-fields.tsx'
import { VariantFields } from './variant-fields.tsx'

interface ExperimentFormProps {
  start: FilledExperiment
  /** What the test is made of. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** Of a test that was started. */
  onlyWeights?: boolean
  /** Their names; the first is what Enter does. */
  submits: readonly { name: string; value: string }[]
  canSend?: boolean
  /** Rejects with why it did not work. */
  onSubmit: (filled: FilledExperiment, submit: string) => Promise<void>
}

/** A test as its owner says it: where visitors are led, and what is hoped for. */
export function ExperimentForm({
  start,
  children,
  onlyWeights = false,
  submits,
  canSend = true,
  onSubmit,
}: ExperimentFormProps) {
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
            placeholder="A shorter headline makes more people sign up"
            maxLength={1000}
            hint="Optional: what you expect, written down before you see it."
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
