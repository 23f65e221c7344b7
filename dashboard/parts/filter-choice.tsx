import { selectStyle } from './input-style.ts'
import { Named } from './named.tsx'
import { Options } from './options.tsx'

interface FilterChoiceProps {
  label: string
  all: string
  chosen: string | undefined
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string | undefined) => void
  className?: string
  /** Shows the label, as in a sheet. */
  isNamed?: boolean
}

/** Filters a list by one of many values. An unknown value is shown as it is. */
export function FilterChoice(props: FilterChoiceProps) {
  const { label, all, chosen, options, onChoose, className = '', isNamed = false } = props
  const isKnown = chosen === undefined || options.some(([value]) => value === chosen)
  const select = (
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
  return isNamed ? <Named label={label}>{select}</Named> : select
}
