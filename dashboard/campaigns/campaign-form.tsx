import type { ReactNode } from 'react'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { TagsField } from '../parts/lazy-tags-field.tsx'
import type { Filled } from './draft.ts'

interface CampaignFormProps {
  start: Filled
  submit: ReactNode
  draft: string
  /** `start`: the values before the user changed them. */
  onSubmit: (filled: Filled, start: Filled) => Promise<void>
  /** For a form that stays open: others may change the campaign meanwhile. */
  follows?: boolean
  focuses?: boolean
}

export function CampaignForm({ start, submit, draft, onSubmit, follows = false, focuses = false }: CampaignFormProps) {
  const { filled, part, sending } = useForm(start, (typed, _event, base) => onSubmit(typed, base), {
    draft,
    check: findTurned,
    follows,
  })
  const [turned] = findTurned(filled)
  return (
    <Form sending={sending} submit={submit}>
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
          {...(turned && { error: turned.message })}
        />
      </div>
      <TagsField
        placeholder="email, spring"
        name="tags"
        value={filled.tags}
        error={part.errorOf('tags')}
        onText={(tags) => part.onChange({ tags })}
      />
    </Form>
  )
}

const findTurned = ({ first, last }: Filled) =>
  first !== '' && last !== '' && last < first
    ? [{ field: 'end_date', message: 'Must be on or after the start date.' }]
    : []
