import type { ReactNode } from 'react'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import type { Filled } from './draft.ts'

interface CampaignFormProps {
  start: Filled
  submit: ReactNode
  onSubmit: (filled: Filled) => Promise<void>
  focuses?: boolean
}

export function CampaignForm({ start, submit, onSubmit, focuses = false }: CampaignFormProps) {
  const { filled, part, sending } = useForm(start, onSubmit)
  const isTurned = filled.first !== '' && filled.last !== '' && filled.last < filled.first
  return (
    <Form sending={sending} submit={submit} isReady={!isTurned} buttonStyle="sm:self-start">
      <Field
        label="Name"
        required
        maxLength={100}
        autoFocus={focuses}
        placeholder="Spring sale"
        {...bindText(part, 'name')}
      />
      <Field label="Description" maxLength={1_000} {...bindText(part, 'description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Start date" type="date" {...bindText(part, 'first', 'start_date')} />
        <Field
          label="End date"
          type="date"
          {...bindText(part, 'last', 'end_date')}
          {...(isTurned && { error: 'Must be on or after the start date.' })}
        />
      </div>
      <Field label="Tags" placeholder="email, spring" hint="Separate tags with commas." {...bindText(part, 'tags')} />
    </Form>
  )
}
