import type { ReactNode } from 'react'
import { Field } from '../parts/field.tsx'
import { bindText, type OptionsProps } from './bind-fields.ts'
import { CampaignField } from './campaign-field.tsx'
import { CodeFields } from './code-fields.tsx'
import { type UtmField, utmFields } from './draft.ts'
import { type GroupName, optionGroups } from './option-groups.ts'
import { PasswordFields } from './password-fields.tsx'
import { RedirectFields } from './redirect-fields.tsx'
import { TagsField } from './tags-field.tsx'

/** The fields of a group. The first of one that was just opened is where the typing goes on. */
export function LinkOptions({ group, isNew, ...props }: OptionsProps & { group: GroupName; isNew: boolean }) {
  const Fields = fieldsOf[group]
  return (
    <fieldset
      className="min-w-0 border-t border-line pt-4"
      ref={(element) => {
        if (isNew) element?.querySelector<HTMLElement>('input, select')?.focus()
      }}
    >
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

const wide = 'sm:col-span-2'

const utmNames: Record<UtmField, [name: string, example: string]> = {
  utm_source: ['Source', 'newsletter'],
  utm_medium: ['Medium', 'email'],
  utm_campaign: ['UTM campaign', 'spring-sale'],
  utm_term: ['Term', 'running shoes'],
  utm_content: ['Content', 'second button'],
}

const fieldsOf: Record<GroupName, (props: OptionsProps) => ReactNode> = {
  about: (props) => (
    <>
      <Field label="Name" placeholder="Spring sale" {...bindText(props, 'name')} />
      <Field label="Your own id" placeholder="crm-4711" {...bindText(props, 'external_id')} />
      <Field
        label="Notes"
        className={wide}
        placeholder="For yourself: visitors never see it"
        {...bindText(props, 'description')}
      />
    </>
  ),
  tags: (props) => (
    <TagsField className={wide} {...bindText(props, 'tags')} onText={(text) => props.set('tags', text)} />
  ),
  campaign: (props) => <CampaignField className={wide} {...bindText(props, 'campaign_id')} />,
  utm: (props) =>
    utmFields.map((name) => (
      <Field key={name} label={utmNames[name][0]} placeholder={utmNames[name][1]} {...bindText(props, name)} />
    )),
  ends: (props) => (
    <>
      <Field
        label="Starts"
        type="datetime-local"
        hint="Before it nobody finds the link."
        {...bindText(props, 'starts_at')}
      />
      <Field label="Expires" type="datetime-local" {...bindText(props, 'expires_at')} />
      <Field label="Most clicks" type="number" min={1} inputMode="numeric" {...bindText(props, 'max_clicks')} />
      <Field
        label="Afterwards leads to"
        placeholder="https://example.com/over"
        inputMode="url"
        hint="Else a page says that it is over."
        {...bindText(props, 'expired_url')}
      />
    </>
  ),
  password: PasswordFields,
  devices: (props) => (
    <>
      <Field
        label="iPhone and iPad"
        placeholder="https://apps.apple.com/…"
        inputMode="url"
        hint="They go there instead."
        {...bindText(props, 'ios_url')}
      />
      <Field
        label="Android"
        placeholder="https://play.google.com/…"
        inputMode="url"
        hint="They go there instead."
        {...bindText(props, 'android_url')}
      />
    </>
  ),
  card: (props) => (
    <>
      <Field label="Title" className={wide} {...bindText(props, 'og_title')} />
      <Field label="Description" className={wide} {...bindText(props, 'og_description')} />
      <Field
        label="Picture"
        className={wide}
        placeholder="https://example.com/card.png"
        inputMode="url"
        {...bindText(props, 'og_image_url')}
      />
    </>
  ),
  redirect: RedirectFields,
  code: CodeFields,
}
