import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Field } from '../parts/field.tsx'
import { bindText, type OptionsProps } from './bind-fields.ts'
import { CampaignField } from './campaign-field.tsx'
import { CodeFields } from './code-fields.tsx'
import type { TextField } from './draft.ts'
import { type GroupName, optionGroups } from './option-groups.ts'
import { PasswordFields } from './password-fields.tsx'
import { RedirectFields } from './redirect-fields.tsx'
import { TagsField } from './tags-field.tsx'

/** The fields of a group. The first of one that was just opened is where the typing goes on. */
export function LinkOptions({ group, isNew, ...props }: OptionsProps & { group: GroupName; isNew: boolean }) {
  const Fields = fieldsOf[group]
  const frame = useRef<HTMLFieldSetElement>(null)
  // Once: whoever types into another of them stays there.
  useEffect(() => {
    if (isNew) frame.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isNew])
  return (
    <fieldset ref={frame} className="min-w-0 border-t border-line pt-4">
      <legend
        className={
          'isNamedByField' in optionGroups[group]
            ? 'sr-only'
            : 'float-left mb-3 w-full text-[13px] font-medium text-dim'
        }
      >
        {optionGroups[group].name}
      </legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <Fields {...props} />
      </div>
    </fieldset>
  )
}

const wide = { className: 'sm:col-span-2' }
const address = { inputMode: 'url' } as const
const moment = { type: 'datetime-local' }

/** A field that needs no more than its name, and how it looks. */
interface PlainField extends Pick<ComponentProps<typeof Field>, 'label' | 'placeholder' | 'hint' | 'className'> {
  name: TextField
  type?: string
  inputMode?: 'url' | 'numeric'
  min?: number
}

const plainFields = (fields: readonly PlainField[]) => (props: OptionsProps) =>
  fields.map(({ name, ...look }) => <Field key={name} {...look} {...bindText(props, name)} />)

const fieldsOf: Record<GroupName, (props: OptionsProps) => ReactNode> = {
  about: plainFields([
    { name: 'name', label: 'Name', placeholder: 'Spring sale' },
    { name: 'external_id', label: 'Your own id', placeholder: 'crm-4711' },
    { name: 'description', label: 'Notes', placeholder: 'For yourself: visitors never see it', ...wide },
  ]),
  tags: (props) => <TagsField {...wide} {...bindText(props, 'tags')} onText={(text) => props.set('tags', text)} />,
  campaign: (props) => <CampaignField {...wide} {...bindText(props, 'campaign_id')} />,
  utm: plainFields([
    { name: 'utm_source', label: 'Source', placeholder: 'newsletter' },
    { name: 'utm_medium', label: 'Medium', placeholder: 'email' },
    { name: 'utm_campaign', label: 'UTM campaign', placeholder: 'spring-sale' },
    { name: 'utm_term', label: 'Term', placeholder: 'running shoes' },
    { name: 'utm_content', label: 'Content', placeholder: 'second button' },
  ]),
  ends: plainFields([
    { name: 'starts_at', label: 'Starts', hint: 'Before it nobody finds the link.', ...moment },
    { name: 'expires_at', label: 'Expires', ...moment },
    { name: 'max_clicks', label: 'Most clicks', type: 'number', min: 1, inputMode: 'numeric' },
    {
      name: 'expired_url',
      label: 'Afterwards leads to',
      placeholder: 'https://example.com/over',
      hint: 'Else a page says that it is over.',
      ...address,
    },
  ]),
  password: PasswordFields,
  devices: plainFields([
    {
      name: 'ios_url',
      label: 'iPhone and iPad',
      placeholder: 'https://apps.apple.com/…',
      hint: 'They go there instead.',
      ...address,
    },
    {
      name: 'android_url',
      label: 'Android',
      placeholder: 'https://play.google.com/…',
      hint: 'They go there instead.',
      ...address,
    },
  ]),
  card: plainFields([
    { name: 'og_title', label: 'Title', ...wide },
    { name: 'og_description', label: 'Description', ...wide },
    { name: 'og_image_url', label: 'Picture', placeholder: 'https://example.com/card.png', ...address, ...wide },
  ]),
  redirect: RedirectFields,
  code: CodeFields,
}
