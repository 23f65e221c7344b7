import { Field } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { bindFlag, bindText, type OptionsProps } from './bind-fields.ts'

/** A password that is there already is never shown: there can be another one, or none. */
export const PasswordField = (props: OptionsProps) => (
  <Field
    label={props.hasPassword ? 'Another password' : 'Password for visitors'}
    type="password"
    autoComplete="new-password"
    hint="Never shown again."
    disabled={props.filled.drops_password}
    {...bindText(props, 'password')}
  />
)

export const DropPassword = (props: OptionsProps) =>
  props.hasPassword && (
    <Toggle
      label="Ask for none any more"
      hint="Everybody who has the link gets in."
      {...bindFlag(props, 'drops_password')}
    />
  )
