import { type ReactNode, type SubmitEvent, useState } from 'react'
import { fieldError } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useSending } from '../parts/use-sending.ts'
import { type FilledExperiment, weightFault } from './draft.ts'
import { GoalFields } from './goal-fields.tsx'
import { NoteFields } from './note-fields.tsx'
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
  const [filled, setFilled] = useState(start)
  const sending = useSending<SubmitEvent<HTMLFormElement>>(async ({ nativeEvent: { submitter } }) =>
    onSubmit(filled, submitter instanceof HTMLButtonElement ? submitter.value : (submits[0]?.value ?? '')),
  )
  const { failure } = sending
  const change = (changes: Partial<FilledExperiment>) => setFilled((old) => ({ ...old, ...changes }))
  const errorOf = (field: string) => fieldError(failure, field)
  const isSharedOut = !filled.isWeighted || weightFault(filled.variants) === undefined

  return (
    <form className="flex flex-col gap-5" onSubmit={sending.onSubmit}>
      {!onlyWeights && (
        <Field
          label="Name"
          name="name"
          placeholder="Headline"
          required
          autoFocus
          autoComplete="off"
          maxLength={255}
          value={filled.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      {children?.(errorOf)}
      <VariantFields filled={filled} onChange={change} errorOf={errorOf} onlyWeights={onlyWeights} />
      {!onlyWeights && (
        <>
          <GoalFields filled={filled} onChange={change} errorOf={errorOf} />
          <NoteFields filled={filled} onChange={change} errorOf={errorOf} />
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
