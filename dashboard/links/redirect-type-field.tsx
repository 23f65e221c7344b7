import { SelectField } from '../parts/select-field.tsx'
import { bindText, type OptionsProps } from './bind-fields.ts'

export const RedirectTypeField = (props: OptionsProps) => (
  <SelectField
    label="How browsers are told"
    className="sm:col-span-2"
    hint={
      isForGood(props.filled.redirect_type)
        ? 'Browsers may keep it for good: later visits are not counted, and another destination not seen.'
        : 'Every visit comes by here, and is counted.'
    }
    {...bindText(props, 'redirect_type')}
  >
    <option value="302">302: for now</option>
    <option value="307">307: for now, with the same method</option>
    <option value="301">301: for good</option>
    <option value="308">308: for good, with the same method</option>
  </SelectField>
)

const isForGood = (type: string) => type === '301' || type === '308'
