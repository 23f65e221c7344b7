import { type ComponentType, useEffect, useRef } from 'react'
import { Field } from '../parts/field.tsx'
import { bindText as bind, type FormPart } from '../parts/form.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { CampaignField } from './campaign-field.tsx'
import type { Filled } from './draft.ts'
import {
  type FieldName,
  type Flag,
  fieldsOf,
  formField,
  type GroupName,
  isFlag,
  optionGroup,
  type TextField,
} from './form-fields.ts'
import { wireName } from './option-groups.ts'
import { TagsField } from './tags-field.tsx'

interface OptionsProps extends FormPart<Filled> {
  purpose: 'create' | 'edit'
  /** One is asked for already: it is never shown. */
  hasPassword: boolean
}

/** The fields of a group. The first of one that was just opened is where the typing goes on. */
export function LinkOptions({ group, isNew, ...props }: OptionsProps & { group: GroupName; isNew: boolean }) {
  const frame = useRef<HTMLFieldSetElement>(null)
  // Once: whoever types into another of them stays there.
  useEffect(() => {
    if (isNew) frame.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isNew])
  const fields = fieldsOf(group).filter((name) => (formField(name).only ?? props.purpose) === props.purpose)
  return (
    <fieldset ref={frame} className="min-w-0 border-t border-line pt-4">
      <legend
        className={
          optionGroup(group).isNamedByField ? 'sr-only' : 'float-left mb-3 w-full text-[13px] font-medium text-dim'
        }
      >
        {optionGroup(group).name}
      </legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        {fields.map((name) => {
          const Own = ownFields[name]
          return Own === undefined ? <PlainField key={name} name={name} {...props} /> : <Own key={name} {...props} />
        })}
      </div>
    </fieldset>
  )
}

/** The API calls a member of the card og.title, a form og_title. */
const bindText = (props: OptionsProps, name: TextField) => ({ ...bind(props, name, wireName(name)), name })

const bindFlag = ({ filled, onChange }: OptionsProps, name: Flag) => ({
  checked: filled[name],
  onChange: (checked: boolean) => onChange({ [name]: checked }),
})

const RedirectTypeField = (props: OptionsProps) => (
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

/** A password that is there already is never shown: there can be another one, or none. */
const PasswordField = (props: OptionsProps) => (
  <Field
    label={props.hasPassword ? 'Another password' : 'Password for visitors'}
    type="password"
    autoComplete="new-password"
    hint="Never shown again."
    disabled={props.filled.drops_password}
    {...bindText(props, 'password')}
  />
)

const DropPassword = (props: OptionsProps) =>
  props.hasPassword && (
    <Toggle
      label="Ask for none any more"
      hint="Everybody who has the link gets in."
      {...bindFlag(props, 'drops_password')}
    />
  )

const wide = { className: 'sm:col-span-2' }

/** Fields that need more than a label and a hint. */
const ownFields: Partial<Record<FieldName, ComponentType<OptionsProps>>> = {
  tags: (props) => (
    <TagsField {...wide} {...bindText(props, 'tags')} onText={(text) => props.onChange({ tags: text })} />
  ),
  campaign_id: (props) => <CampaignField {...wide} {...bindText(props, 'campaign_id')} />,
  password: PasswordField,
  drops_password: DropPassword,
  redirect_type: RedirectTypeField,
}

const inputs = {
  url: { inputMode: 'url' },
  moment: { type: 'datetime-local' },
  number: { type: 'number', inputMode: 'numeric' },
} as const

function PlainField({ name, ...props }: OptionsProps & { name: FieldName }) {
  const { kind, label = '', placeholder, hint, isWide, least } = formField(name)
  if (isFlag(name)) return <Toggle label={label} hint={hint} {...bindFlag(props, name)} />
  return (
    <Field
      label={label}
      {...(kind in inputs && inputs[kind as keyof typeof inputs])}
      {...(placeholder !== undefined && { placeholder })}
      {...(hint !== undefined && { hint })}
      {...(least !== undefined && { min: least })}
      {...(isWide && wide)}
      // A chosen slug has the length that it has.
      disabled={name === 'code_length' && props.filled.custom_alias.trim() !== ''}
      {...bindText(props, name)}
    />
  )
}
