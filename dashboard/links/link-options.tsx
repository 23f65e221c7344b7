import { type ComponentType, useEffect, useRef } from 'react'
import { Field } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { bindFlag, bindText, type OptionsProps } from './bind-fields.ts'
import { CampaignField } from './campaign-field.tsx'
import { type FieldName, fieldsOf, formField, type GroupName, isFlag, optionGroup } from './form-fields.ts'
import { DropPassword, PasswordField } from './password-fields.tsx'
import { RedirectTypeField } from './redirect-type-field.tsx'
import { TagsField } from './tags-field.tsx'

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
