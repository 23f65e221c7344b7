import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { latest } from '../parts/field.tsx'
import { inputStyle, selectStyle } from '../parts/input-style.ts'
import { type ConditionDraft, conditionKinds, takesOne } from './condition-kinds.ts'

/** The name of a control in errors, and its error for screen readers. */
export type Ties = Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'>

interface ConditionValueProps {
  condition: ConditionDraft
  label: string
  ties: Ties
  onChange: (condition: ConditionDraft) => void
}

const inputs = {
  moment: { type: 'datetime-local', max: latest['datetime-local'] },
  time: { type: 'time' },
  number: { type: 'number', min: 1 },
  percent: { type: 'number', min: 0, max: 100, step: 'any' },
} as const

/** The value of a condition: choices as chips, texts separated by commas, or one or two numbers or times. */
export function ConditionValue(props: ConditionValueProps) {
  const { condition, label, ties, onChange } = props
  const { type, operator, values } = condition
  const { input, placeholder } = conditionKinds[type]
  const change = (next: string[]) => onChange({ ...condition, values: next })
  if (operator === 'exists' || takesOne(condition)) return <OneChoice {...props} />
  if (input === 'choices') return <Choices {...props} />
  if (input === 'texts') {
    return (
      <input
        {...ties}
        aria-label={`${label}: values`}
        placeholder={`${placeholder} (separate several with commas)`}
        className={inputStyle}
        value={values.join(',')}
        onChange={({ target }) => change(target.value === '' ? [] : target.value.split(','))}
      />
    )
  }
  const ends = operator === 'between' ? ['from', 'to'] : ['value']
  return (
    <div className="flex items-center gap-2">
      {ends.map((end, index) => (
        <input
          key={end}
          {...ties}
          {...inputs[input]}
          aria-label={`${label}: ${end}`}
          className={`${inputStyle} min-w-0`}
          value={values[index] ?? ''}
          onChange={({ target }) => change(ends.map((_, at) => (at === index ? target.value : (values[at] ?? ''))))}
        />
      ))}
      {input === 'percent' && <span className="text-dim">%</span>}
      {type === 'time_of_day' && <span className="shrink-0 text-xs text-dim">{condition.tz}</span>}
    </div>
  )
}

function OneChoice({ condition, label, ties, onChange }: ConditionValueProps) {
  const { choices = [], label: nameOf = String } = conditionKinds[condition.type]
  const offered = condition.operator === 'exists' ? ['yes', 'no'] : choices
  return (
    <select
      {...ties}
      aria-label={`${label}: value`}
      className={selectStyle}
      value={condition.values[0] ?? ''}
      onChange={({ target }) => onChange({ ...condition, values: [target.value] })}
    >
      {offered.map((value) => (
        <option key={value} value={value}>
          {condition.operator === 'exists' ? (value === 'yes' ? 'Yes' : 'No') : nameOf(value)}
        </option>
      ))}
    </select>
  )
}

function Choices({ condition, label, ties, onChange }: ConditionValueProps) {
  const { values, type } = condition
  const { choices = [], label: nameOf = String } = conditionKinds[type]
  const change = (next: string[]) => onChange({ ...condition, values: next })
  return (
    <div className="flex flex-col gap-2">
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li key={value} className="flex items-center rounded-full border border-line bg-card pl-2.5 text-[13px]">
              {nameOf(value)}
              <button
                type="button"
                className="flex size-7 items-center justify-center text-dim hover:text-text pointer-coarse:size-11"
                onClick={() => change(values.filter((one) => one !== value))}
              >
                <X aria-hidden size={13} />
                <span className="sr-only">Remove {nameOf(value)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        {...ties}
        aria-label={`${label}: values`}
        className={selectStyle}
        value=""
        onChange={({ target }) => change([...values, target.value])}
      >
        <option value="" disabled>
          {values.length === 0 ? 'Choose' : 'Add another'}
        </option>
        {choices
          .filter((value) => !values.includes(value))
          .map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
      </select>
      {type === 'weekday' && <span className="text-xs text-dim">Days in {condition.tz}</span>}
    </div>
  )
}
