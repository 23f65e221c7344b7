import { bindFilter, type FilterBoxProps } from './bind-filter.ts'
import { Combobox } from './combobox.tsx'
import { Named } from './named.tsx'

type NamedValue = readonly [value: string, name: string]

/** Filters a list by one of many values. An unknown value is shown as it is. */
export function FilterBox({ options, ...props }: FilterBoxProps & { options: readonly NamedValue[] }) {
  const box = <Combobox {...bindFilter(props)} choices={options.map(([value, name]) => ({ value, name }))} />
  return props.isNamed === true ? <Named label={props.label}>{box}</Named> : box
}
