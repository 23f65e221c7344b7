import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, FormAlert, type FormPart, useForm } from '../parts/form.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { DraftNote } from '../parts/use-draft.tsx'
import { type FilledExperiment, findFaults } from './draft.ts'
import { GoalFields } from './goal-fields.tsx'
import { VariantFields } from './variant-fields.tsx'

interface ExperimentFormProps {
  start: FilledExperiment
  draft: string
  /** Fields for the link or QR code to test. */
  children?: (part: FormPart<FilledExperiment>) => ReactNode
  /** The test has started. */
  onlyWeights?: boolean
  /** The submit buttons. Enter triggers the first one. */
  submits: readonly { name: string; value: string }[]
  onSubmit: (filled: FilledExperiment, submit: string) => Promise<void>
}

export function ExperimentForm(props: ExperimentFormProps) {
  const { start, draft, children, onlyWeights = false, submits, onSubmit } = props
  const { part, sending } = useForm(
    start,
    (sent, { nativeEvent: { submitter } }) =>
      onSubmit(sent, submitter instanceof HTMLButtonElement ? submitter.value : (submits[0]?.value ?? '')),
    { draft, check: findFaults },
  )

  return (
    <form className="flex flex-col gap-5" {...sending.props}>
      <DraftNote draft={sending.draft} />
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
      {children?.(part)}
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
      <FormActions alert={<FormAlert {...sending} />}>
        {submits.map(({ name, value }) => (
          <Button
            key={value}
            type="submit"
            value={value}
            look={value === submits[0]?.value ? 'main' : 'quiet'}
            disabled={sending.isSending}
          >
            {name}
          </Button>
        ))}
      </FormActions>
    </form>
  )
}
