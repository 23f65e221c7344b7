import { fieldError } from '../api/failure.ts'
import type { Filled, SetField } from './draft.ts'
import type { Flag, TextField } from './form-fields.ts'
import { wireName } from './option-groups.ts'

export interface OptionsProps {
  filled: Filled
  set: SetField
  failure: unknown
  purpose: 'create' | 'edit'
  /** One is asked for already: it is never shown. */
  hasPassword: boolean
}

/** A text field of the form, tied to what is filled in and to what is wrong with it. */
export function bindText({ filled, set, failure }: OptionsProps, name: TextField) {
  return {
    name,
    value: filled[name],
    error: fieldError(failure, wireName(name)),
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  }
}

export const bindFlag = ({ filled, set }: OptionsProps, name: Flag) => ({
  checked: filled[name],
  onChange: (checked: boolean) => set(name, checked),
})
