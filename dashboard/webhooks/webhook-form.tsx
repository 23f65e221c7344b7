import { type ReactNode, useState } from 'react'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
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
  const { filled, onChange, part, sending } = useForm(start, onSubmit)
  const [showsFilters, setShowsFilters] = useState(opensFilters)
  return (
    <Form gap="gap-5" sending={sending} submit={submit} isReady={filled.events.length > 0}>
      <Field
        label="Address"
        placeholder="https://hooks.example.com/waymark"
        inputMode="url"
        {...exactText}
        required
        autoFocus
        hint="Your server: it is sent a POST for each event, and answers 2xx."
        {...bindText(part, 'url')}
      />
      <Field label="Name" placeholder="CRM" maxLength={255} {...bindText(part, 'name')} />
      <EventPicker chosen={filled.events} onChange={(events) => onChange({ events })} />
      <Toggle
        label="Bots too"
        hint="Clicks and scans of robots are sent as well."
        checked={filled.include_bots}
        onChange={(include_bots) => onChange({ include_bots })}
      />
      {showsFilters ? (
        <fieldset className="min-w-0 border-t border-line pt-4">
          <legend className="float-left mb-2 w-full font-medium">Filters</legend>
          <div className="clear-both">
            <FilterFields {...part} />
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
    </Form>
  )
}
