import { useQuery } from '@tanstack/react-query'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { AliasField } from '../links/alias-field.tsx'
import { CampaignField } from '../links/campaign-field.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, type FormPart } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { CodeDraft } from './draft.ts'

interface OptionsSectionProps extends FormPart<CodeDraft> {
  /** It is there already, and has a password or none. */
  existing: { is_password_protected: boolean } | undefined
}

/** What the code is called, and what it can be told later. */
export function OptionsSection({ existing, ...part }: OptionsSectionProps) {
  const { filled: draft, errorOf, onChange } = part
  const { is_dynamic, tracking_enabled } = draft
  const isNew = existing === undefined
  const { data: domains } = useQuery(domainsQuery)
  return (
    <>
      {isNew && (
        <Toggle
          label="Dynamic"
          hint="It says a short URL of ours, so that what it leads to can be changed after it is printed. Otherwise what it says is printed for good."
          checked={is_dynamic}
          onChange={(checked) => onChange({ is_dynamic: checked })}
        />
      )}
      {(isNew || is_dynamic) && (
        <Toggle
          label="Count its scans"
          hint={
            is_dynamic
              ? 'How often, where and with what it is scanned; never by whom.'
              : 'It then says a short URL of ours, which counts and passes on.'
          }
          checked={tracking_enabled}
          onChange={(checked) => onChange({ tracking_enabled: checked })}
        />
      )}
      {isNew && (is_dynamic || tracking_enabled) && (
        <AliasField
          value={draft.custom_alias}
          domain={draft.domain}
          domains={servedDomains(domains)}
          error={errorOf('custom_alias')}
          onChange={(custom_alias) => onChange({ custom_alias })}
          onDomain={(domain) => onChange({ domain })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" placeholder="Menu, table 12" autoComplete="off" {...bindText(part, 'name')} />
        <Field label="Tags" placeholder="print, spring" autoComplete="off" {...bindText(part, 'tags')} />
        <Field label="Expires" type="datetime-local" {...bindText(part, 'expires_at')} />
        <CampaignField {...bindText(part, 'campaign_id')} />
        {is_dynamic && <PasswordField existing={existing} {...part} />}
      </div>
    </>
  )
}

function PasswordField({ existing, ...part }: OptionsSectionProps) {
  const isProtected = existing?.is_password_protected === true
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={isProtected ? 'New password for visitors' : 'Password for visitors'}
        type="password"
        autoComplete="new-password"
        hint={
          isProtected ? 'It has one. Leave this empty to keep it.' : 'Asked of whoever scans it. Never shown again.'
        }
        disabled={part.filled.removes_password}
        {...bindText(part, 'password')}
      />
      {isProtected && (
        <Toggle
          label="Take the password away"
          checked={part.filled.removes_password}
          onChange={(removes_password) => part.onChange({ removes_password, password: '' })}
        />
      )}
    </div>
  )
}
