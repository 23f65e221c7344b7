import { type ReactNode, useState } from 'react'
import { exactText, Field } from '../parts/field.tsx'
import { bindFlag, bindText, Form, useForm } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { type FilledWebhook, hasFilters } from './draft-webhook.ts'
import { EventPicker } from './event-picker.tsx'
import { FilterFields } from './filter-fields.tsx'

interface WebhookFormProps {
  start: FilledWebhook
  submit: ReactNode
  draft: string
  showsOnce?: boolean
  onSubmit: (filled: FilledWebhook) => Promise<void>
}

export function WebhookForm({ start, submit, draft, showsOnce = false, onSubmit }: WebhookFormProps) {
  const { filled, onChange, errorOf, part, sending } = useForm(start, onSubmit, { draft, check: findMissing })
  const [showsFilters, setShowsFilters] = useState(() => hasFilters(filled))
  return (
    <Form gap="gap-5" sending={sending} submit={submit} showsOnce={showsOnce}>
      <Field
        label="Endpoint URL"
        placeholder="https://hooks.example.com/waymark"
        inputMode="url"
        {...exactText}
        required
        autoFocus
        hint="Receives a POST request for each event. Must respond with a 2xx status."
        {...bindText(part, 'url')}
      />
      <Field label="Name" placeholder="CRM" maxLength={255} {...bindText(part, 'name')} />
      <EventPicker chosen={filled.events} error={errorOf('events')} onChange={(events) => onChange({ events })} />
      <Toggle label="Include bots" hint="Also send clicks and scans from bots." {...bindFlag(part, 'include_bots')} />
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
          className="touch-target self-start rounded-md py-1 text-left text-[13px] font-medium text-dim hover:text-text"
          onClick={() => setShowsFilters(true)}
        >
          Filter by link, campaign, QR code, domain, or tag
        </button>
      )}
    </Form>
  )
}

const findMissing = ({ events }: FilledWebhook) =>
  events.length === 0 ? [{ field: 'events', message: 'Select at least one event.' }] : []
