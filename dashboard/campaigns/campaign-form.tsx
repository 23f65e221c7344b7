import { type ReactNode, useState } from 'react'
import { fieldError } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useSending } from '../parts/use-sending.ts'
import type { Filled } from './draft.ts'

interface CampaignFormProps {
  start: Filled
  submit: ReactNode
  /** Rejects with why it did not work. */
  onSubmit: (filled: Filled) => Promise<void>
  focuses?: boolean
}

export function CampaignForm({ start, submit, onSubmit, focuses = false }: CampaignFormProps) {
  const [filled, setFilled] = useState(start)
  const { failure, isSending, onSubmit: send } = useSending(() => onSubmit(filled))
  const set = (change: Partial<Filled>) => setFilled((old) => ({ ...old, ...change }))
  const isTurned = filled.first !== '' && filled.last !== '' && filled.last < filled.first
  return (
    <form className="flex flex-col gap-4" onSubmit={send}>
      <Field
        label="Name"
        name="name"
        required
        maxLength={100}
        autoFocus={focuses}
        placeholder="Spring sale"
        value={filled.name}
        error={fieldError(failure, 'name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Field
        label="Description"
        name="description"
        maxLength={1_000}
        value={filled.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="First day"
          type="date"
          value={filled.first}
          onChange={({ target }) => set({ first: target.value })}
        />
        <Field
          label="Last day"
          type="date"
          value={filled.last}
          error={isTurned ? 'must not be before the first' : undefined}
          onChange={({ target }) => set({ last: target.value })}
        />
      </div>
      <Field
        label="Tags"
        name="tags"
        placeholder="email, spring"
        hint="With commas between them."
        value={filled.tags}
        onChange={({ target }) => set({ tags: target.value })}
      />
      {failure !== null && <Refusal failure={failure} />}
      <Button type="submit" look="main" className="justify-center sm:self-start" disabled={isSending || isTurned}>
        {submit}
      </Button>
    </form>
  )
}
