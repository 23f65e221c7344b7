import { Plus, Trash2 } from 'lucide-react'
import { changeTexts } from '../format/schedule-text.ts'
import { timeZone } from '../format/time-zone.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { exactText, Field } from '../parts/field.tsx'
import type { FormPart } from '../parts/form.tsx'
import { SelectField } from '../parts/select-field.tsx'
import type { Filled } from './draft.ts'
import { replaced, without } from './rule-drafts.ts'
import { RulesField } from './rules-field.tsx'
import { newSchedule, parseSchedules, placesOf, type ScheduleDraft, writeSchedules } from './schedule-drafts.ts'

/** As in the API. */
const mostChanges = 20

/** The scheduled changes of a link. */
export function SchedulesField(props: FormPart<Filled>) {
  const schedules = parseSchedules(props.filled.schedules)
  const places = placesOf(schedules)
  const change = (next: ScheduleDraft[]) => props.onChange({ schedules: writeSchedules(next) })
  const error = props.errorOf('schedules')
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <p className="text-[13px] text-dim">Each change takes effect at its time. Times are in {timeZone()}.</p>
      {schedules.length > 0 && (
        <ol className="flex flex-col gap-3">
          {schedules.map((schedule, index) => (
            <ScheduleCard
              // biome-ignore lint/suspicious/noArrayIndexKey: new changes have no id
              key={index}
              {...props}
              schedule={schedule}
              number={index + 1}
              nameOf={(path) => `schedules.${places[index]}.${path}`}
              errorOf={(path) => props.errorOf(`schedules.${places[index]}.${path}`, 'schedules')}
              onSchedule={(part) => change(replaced(schedules, index, { ...schedule, ...part }))}
              onRemove={() => change(without(schedules, index))}
            />
          ))}
        </ol>
      )}
      {error !== undefined && <p className="text-[13px] text-bad">{error}</p>}
      <Button
        Icon={Plus}
        className="self-start"
        disabled={schedules.length >= mostChanges}
        onClick={() => change([...schedules, newSchedule()])}
      >
        Add change
      </Button>
    </div>
  )
}

interface ScheduleCardProps extends FormPart<Filled> {
  schedule: ScheduleDraft
  /** From 1. */
  number: number
  /** The name of a member in requests, by its path in the change. */
  nameOf: (path: string) => string
  /** The error of a member, by its path in the change. */
  errorOf: (path: string) => string | undefined
  onSchedule: (part: Partial<ScheduleDraft>) => void
  onRemove: () => void
}

function ScheduleCard({ schedule, number, nameOf, errorOf, onSchedule, onRemove, ...props }: ScheduleCardProps) {
  const { at, url, state, rules, others } = schedule
  const kept = changeTexts(others)
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 truncate font-medium">Change {number}</p>
        <IconButton Icon={Trash2} title="Delete change" label={`Delete change ${number}`} onClick={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Time"
          name={nameOf('at')}
          type="datetime-local"
          required
          value={at}
          error={errorOf('at')}
          onChange={({ target }) => onSchedule({ at: target.value })}
        />
        <SelectField
          label="State"
          value={state}
          error={errorOf('changes.is_active')}
          onChange={({ target }) => onSchedule({ state: target.value as ScheduleDraft['state'] })}
        >
          <option value="">Unchanged</option>
          <option value="on">Enabled</option>
          <option value="off">Disabled</option>
        </SelectField>
      </div>
      <Field
        label="New destination"
        inputMode="url"
        placeholder="Leave blank to keep it"
        {...exactText}
        value={url}
        error={errorOf('changes.url') ?? errorOf('changes')}
        onChange={({ target }) => onSchedule({ url: target.value })}
      />
      <SelectField
        label="New targeting rules"
        value={rules === null ? 'same' : 'own'}
        error={errorOf('changes.targeting_rules')}
        hint={
          rules === null
            ? undefined
            : 'They replace all rules of the link. Without any, all visitors go to the destination.'
        }
        onChange={({ target }) => onSchedule({ rules: target.value === 'own' ? props.filled.targeting_rules : null })}
      >
        <option value="same">Unchanged</option>
        <option value="own">Replace the rules</option>
      </SelectField>
      {rules !== null && (
        <RulesField
          filled={{ ...props.filled, targeting_rules: rules }}
          onChange={({ targeting_rules: next }) => onSchedule({ rules: next ?? null })}
          nameOf={(field) => nameOf(`changes.${field}`)}
          errorOf={(field) => errorOf(`changes.${field}`)}
        />
      )}
      {kept.length > 0 && <p className="text-[13px] text-dim">Also: {kept.join(', ')}</p>}
    </li>
  )
}
