import { bindText as bind, type FormPart } from '../parts/form.tsx'
import type { Filled } from './draft.ts'
import type { Flag, TextField } from './form-fields.ts'
import { wireName } from './option-groups.ts'

export interface OptionsProps extends FormPart<Filled> {
  purpose: 'create' | 'edit'
  /** One is asked for already: it is never shown. */
  hasPassword: boolean
}

export const bindText = (props: OptionsProps, name: TextField) => bind(props, name, wireName(name))

export const bindFlag = ({ filled, onChange }: OptionsProps, name: Flag) => ({
  checked: filled[name],
  onChange: (checked: boolean) => onChange({ [name]: checked }),
})
