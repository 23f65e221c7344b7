import { type ComponentType, useEffect, useRef } from 'react'
import { passwordHint } from '../format/password-hint.ts'
import { Field } from '../parts/field.tsx'
import { bindText as bind, bindFlag, type FormPart } from '../parts/form.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { CampaignField } from './campaign-field.tsx'
import type { Filled } from './draft.ts'
import {
  type FieldName,
  fieldsOf,
  formField,
  type GroupName,
  isFlag,
  optionGroup,
  type TextField,
} from './form-fields.ts'
import { wireName } from './option-groups.ts'
import { RedirectTypes } from './redirect-types.tsx'
import { RulesField } from './rules-field.tsx'
import { SchedulesField } from './schedules-field.tsx'
import { UtmSection } from './utm-section.tsx'

interface OptionsProps extends FormPart<Filled> {
  purpose: 'create' | 'edit'
  hasPassword: boolean
  hasTest: boolean
}

/** The fields of a group. In a group that was just opened, the first field gets the focus. */
export function LinkOptions({ group, isNew, ...props }: OptionsProps & { group: GroupName; isNew: boolean }) {
  const frame = useRef<HTMLFieldSetElement>(null)
  // Only once, so as not to take the focus from another field.
  useEffect(() => {
    if (isNew) frame.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isNew])
  const fields = fieldsOf(group).filter((name) => (formField(name).only ?? props.purpose) === props.purpose)
  const shown = fields.map((name) => {
    const Own = ownFields[name]
    return Own === undefined ? <PlainField key={name} name={name} {...props} /> : <Own key={name} {...props} />
  })
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
        {group === 'utm' ? <UtmSection {...props}>{shown}</UtmSection> : shown}
      </div>
    </fieldset>
  )
}

/** Fields of the card are called og.title in the API and og_title in forms. */
const bindText = (props: OptionsProps, name: TextField) => ({ ...bind(props, name, wireName(name)), name })

const RedirectTypeField = (props: OptionsProps) => (
  <SelectField
    label="Redirect type"
    className="sm:col-span-2"
    hint={
      isPermanent(props.filled.redirect_type)
        ? 'Browsers cache permanent redirects for 90 seconds. In this time, repeat visits are not counted and ignore a new destination.'
        : 'Every visit goes through Waymark and is counted.'
    }
    {...bindText(props, 'redirect_type')}
  >
    <RedirectTypes />
  </SelectField>
)

const isPermanent = (type: string) => type === '301' || type === '308'

/** The current password is never shown. It can be replaced or removed. */
const PasswordField = (props: OptionsProps) => (
  <Field
    label={props.hasPassword ? 'New password' : 'Password'}
    type="password"
    autoComplete="new-password"
    hint={passwordHint(
      props.filled.password,
      'At least 4 characters. Visitors must enter it to open the link. You cannot view it later.',
    )}
    disabled={props.filled.drops_password}
    {...bindText(props, 'password')}
  />
)

const DropPassword = (props: OptionsProps) =>
  props.hasPassword && (
    <Toggle label="Remove password" hint="Anyone with the link can open it." {...bindFlag(props, 'drops_password')} />
  )

const wide = { className: 'sm:col-span-2' }

const bindTags = (props: OptionsProps) => {
  const { name, value, error } = bindText(props, 'tags')
  return { name, value, error, onText: (tags: string) => props.onChange({ tags }) }
}

/** Fields that need more than a label and a hint. */
const ownFields: Partial<Record<FieldName, ComponentType<OptionsProps>>> = {
  tags: (props) => <TagsField {...wide} placeholder="email, spring" {...bindTags(props)} />,
  campaign_id: (props) => <CampaignField {...wide} {...bindText(props, 'campaign_id')} />,
  password: PasswordField,
  drops_password: DropPassword,
  redirect_type: RedirectTypeField,
  targeting_rules: RulesField,
  schedules: SchedulesField,
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
      // This applies to generated slugs only.
      disabled={name === 'code_length' && props.filled.custom_alias.trim() !== ''}
      {...bindText(props, name)}
    />
  )
}
