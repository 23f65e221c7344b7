import { selectStyle } from './field.tsx'
import { Options } from './options.tsx'

interface FilterChoiceProps {
  label: string
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
      <Options of={options} />
    </select>
  )
}
