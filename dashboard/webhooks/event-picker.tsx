import { useQuery } from '@tanstack/react-query'
import { type WebhookEvent, webhookEventsQuery } from '../api/webhooks.ts'
import { FieldGroup } from '../parts/field-group.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { groupEvents } from './event-groups.ts'

interface EventPickerProps {
  chosen: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

export function EventPicker({ chosen, error, onChange }: EventPickerProps) {
  const query = useQuery({ ...webhookEventsQuery, select: groupEvents })
  const every = query.data?.flatMap(({ events }) => events) ?? []
  return (
    <FieldGroup legend="Events" error={error}>
      <Loaded query={query}>
        {(groups) => (
          <>
            <p className="mb-2 flex items-center justify-between gap-3 text-[13px] text-dim">
              <span role="status">{chosen.length} selected</span>
              <button
                type="button"
                className="touch-target rounded font-medium text-accent hover:underline"
                onClick={() => onChange(chosen.length === every.length ? [] : every.map(({ type }) => type))}
              >
                {chosen.length === every.length ? 'Clear all' : 'Select all'}
              </button>
            </p>
            <div className="max-h-72 overflow-y-auto rounded-md border border-field" tabIndex={-1}>
              {groups.map(({ name, events }) => (
                <Group key={name} name={name} events={events} chosen={chosen} onChange={onChange} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </FieldGroup>
  )
}

interface GroupProps extends EventPickerProps {
  name: string
  events: readonly WebhookEvent[]
}

function Group({ name, events, chosen, onChange }: GroupProps) {
  const types = events.map(({ type }) => type)
  const having = types.filter((type) => chosen.includes(type)).length
  const others = chosen.filter((type) => !types.includes(type))
  return (
    <div className="border-b border-line last:border-b-0">
      <label className="sticky top-0 flex min-h-9 cursor-pointer items-center pointer-coarse:min-h-11 gap-2.5 bg-sunken px-3 font-medium">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={having === types.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = having > 0 && having < types.length
          }}
          onChange={() => onChange(having === types.length ? others : [...others, ...types])}
        />
        {name}
      </label>
      {events.map(({ type, description }) => (
        <label
          key={type}
          className="flex min-h-8 cursor-pointer flex-wrap items-center pointer-coarse:min-h-11 gap-x-2.5 px-3 py-1.5 hover:bg-sunken/60"
        >
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={chosen.includes(type)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
            }
          />
          <code className="font-mono text-[13px]">{type}</code>
          <span className="w-full pl-6.5 text-[13px] text-dim">{description}</span>
        </label>
      ))}
    </div>
  )
}
