import { selectStyle } from './field.tsx'

interface FilterChoiceProps {
  label: string
  /** Label of the option without a filter. */
  all: string
  chosen: string | undefined
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string | undefined) => void
  className?: string
}

/** Filters a list by one of many values. An unknown value is shown as it is. */
export function FilterChoice({ label, all, chosen, options, onChoose, className = '' }: FilterChoiceProps) {
  const isKnown = chosen === undefined || options.some(([value]) => value === chosen)
  return (
    <select
      aria-label={label}
      className={`${selectStyle} ${chosen === undefined ? '' : 'border-accent! font-medium'} ${className}`}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={chosen}>{chosen}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
