import { bindFilter, type FilterBoxProps } from './bind-filter.ts'
import { Named } from './named.tsx'
import { PickCombobox, type PickComboboxProps } from './pick-combobox.tsx'

/** Filters a list by a resource, which the server finds. */
export function FilterPick({ kind, ...props }: FilterBoxProps & Pick<PickComboboxProps, 'kind'>) {
  const box = <PickCombobox kind={kind} {...bindFilter(props)} />
  return props.isNamed === true ? <Named label={props.label}>{box}</Named> : box
}
