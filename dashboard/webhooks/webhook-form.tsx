import { type ReactNode, useState } from 'react'
import { fieldError } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useSending } from '../parts/use-sending.ts'
import type { FilledWebhook } from './draft-webhook.ts'
import { EventPicker } from './event-picker.tsx'
import { FilterFields } from './filter-fields.tsx'

interface WebhookFormProps {
  start: FilledWebhook
  submit: ReactNode
  opensFilters?: boolean
  /** Rejects with why it did not work. */
  onSubmit: (filled: FilledWebhook) => Promise<void>
}

/** Where events go, and which. */
export function WebhookForm({ start, submit, opensFilters = false, onSubmit }: WebhookFormProps) {
  const [filled, setFilled] = useState(start)
  const sending = useSending(() => onSubmit(filled))
  const { failure } = sending
  const [showsFilters, setShowsFilters] = useState(opensFilters)
  const change = (changes: Partial<FilledWebhook>) => setFilled((old) => ({ ...old, ...changes }))

  return (
    <form className="flex flex-col gap-5" onSubmit={sending.onSubmit}>
      <Field
        label="Address"
        name="url"
        placeholder="https://hooks.example.com/waymark"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={filled.url}
        error={fieldError(failure, 'url')}
        hint="Your server: it is sent a POST for each event, and answers 2xx."
        onChange={(event) => change({ url: event.target.value })}
      />
      <Field
        label="Name"
        name="name"
        placeholder="CRM"
        maxLength={255}
        value={filled.name}
        error={fieldError(failure, 'name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <EventPicker chosen={filled.events} onChange={(events) => change({ events })} />
      <Toggle
        label="Bots too"
        hint="Clicks and scans of robots are sent as well."
        checked={filled.include_bots}
        onChange={(include_bots) => change({ include_bots })}
      />
      {showsFilters ? (
        <fieldset className="min-w-0 border-t border-line pt-4">
          <legend className="float-left mb-2 w-full font-medium">Filters</legend>
          <div className="clear-both">
            <FilterFields filled={filled} onChange={change} />
          </div>
        </fieldset>
      ) : (
        <button
          type="button"
          className="self-start rounded-md py-1 text-left text-[13px] font-medium text-dim hover:text-text"
          onClick={() => setShowsFilters(true)}
        >
          Only of some short URLs, campaigns, QR codes, domains or tags
        </button>
      )}
      {failure !== null && <Refusal failure={failure} />}
      <Button
        type="submit"
        look="main"
        className="justify-center"
        disabled={sending.isSending || filled.events.length === 0}
      >
        {submit}
      </Button>
    </form>
  )
}
