import { Field } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { bindFlag, bindText, type OptionsProps } from './bind-fields.ts'

/** What is about the code of a link that is being made. */
export const CodeFields = (props: OptionsProps) => (
  <>
    <Field
      label="Letters of a random code"
      type="number"
      min={4}
      max={12}
      placeholder="7"
      inputMode="numeric"
      disabled={props.filled.custom_alias.trim() !== ''}
      hint="4 to 12, without look-alikes."
      {...bindText(props, 'code_length')}
    />
    <Toggle
      label="Take a link that is there"
      hint="If one has the same destination and options, no second one is made."
      {...bindFlag(props, 'find_if_exists')}
    />
    <Toggle
      label="Keep a QR code of it"
      hint="Visits of the link count as its scans."
      {...bindFlag(props, 'generate_qr')}
    />
  </>
)
