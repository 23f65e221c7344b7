import { SelectField } from '../parts/select-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { bindFlag, bindText, type OptionsProps } from './bind-fields.ts'

export function RedirectFields(props: OptionsProps) {
  return (
    <>
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
      <Toggle label="Record clicks" hint="Otherwise nobody is counted." {...bindFlag(props, 'tracking_enabled')} />
      <Toggle
        label="Pass the query on"
        hint="What stands behind ? goes to the destination too."
        {...bindFlag(props, 'forward_query')}
      />
      {props.purpose === 'edit' && (
        <Toggle
          label="Switched on"
          hint="Off, visitors do not find the link. Its clicks stay."
          {...bindFlag(props, 'is_active')}
        />
      )}
    </>
  )
}

const isForGood = (type: string) => type === '301' || type === '308'
