import { X } from 'lucide-react'
import { useId } from 'react'
import type { ConditionType } from '#schemas/targeting.ts'
import { IconButton } from '../parts/button.tsx'
import { FieldErrorText } from '../parts/field-group.tsx'
import { inputStyle, selectStyle } from '../parts/input-style.ts'
import { type ConditionDraft, conditionKinds, newCondition, withOperator } from './condition-kinds.ts'
import { ConditionValue, type Ties } from './condition-value.tsx'

const parts = ['value', 'name', 'tz', 'operator'] as const
type ConditionPart = (typeof parts)[number]

interface ConditionRowProps {
  condition: ConditionDraft
  /** Names the condition for screen readers, such as "Condition 2 of rule 1". */
  label: string
  /** The name of a part in requests. */
  nameOf: (part: ConditionPart) => string
  errorOf: (part: ConditionPart) => string | undefined
  /** A rule keeps its last condition. */
  canRemove: boolean
  onChange: (condition: ConditionDraft) => void
  onRemove: () => void
}

/** The type of a condition, its comparison, and its value. */
export function ConditionRow({ condition, label, nameOf, errorOf, canRemove, onChange, onRemove }: ConditionRowProps) {
  const errorId = useId()
  const errors = parts.map((part) => [part, errorOf(part)] as const)
  const error = errors.map(([, text]) => text).find(Boolean)
  const tiesOf = (part: ConditionPart): Ties => {
    const isWrong = errors.some(([wrong, text]) => wrong === part && text !== undefined)
    return { name: nameOf(part), ...(isWrong && { 'aria-invalid': true, 'aria-describedby': errorId }) }
  }
  const { type, operator } = condition
  const operators = Object.entries(conditionKinds[type].operators)
  return (
    <fieldset
      className="flex flex-col gap-2 rounded-md bg-sunken p-2.5"
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-center gap-2">
        <select
          aria-label={`${label}: type`}
          className={selectStyle}
          value={type}
          onChange={({ target }) => onChange(newCondition(target.value as ConditionType))}
        >
          {Object.entries(conditionKinds).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={`${label}: comparison`}
          className={selectStyle}
          value={operator}
          onChange={({ target }) => onChange(withOperator(condition, target.value))}
        >
          {operators.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        {canRemove && <IconButton Icon={X} title="Remove condition" label={`Remove ${label}`} onClick={onRemove} />}
      </div>
      {type === 'query_param' && (
        <input
          {...tiesOf('name')}
          aria-label={`${label}: parameter`}
          placeholder="Parameter, such as ref"
          className={inputStyle}
          value={condition.name}
          onChange={({ target }) => onChange({ ...condition, name: target.value })}
        />
      )}
      <ConditionValue condition={condition} label={label} ties={tiesOf('value')} onChange={onChange} />
      {error !== undefined && <FieldErrorText id={errorId}>{error}</FieldErrorText>}
    </fieldset>
  )
}
