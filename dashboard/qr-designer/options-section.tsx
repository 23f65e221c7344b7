import { useQuery } from '@tanstack/react-query'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { AliasField } from '../links/alias-field.tsx'
import { CampaignField } from '../links/campaign-field.tsx'
import { Field } from '../parts/field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { CodeDraft } from './draft.ts'

interface OptionsSectionProps {
  draft: CodeDraft
  /** It is there already, and has a password or none. */
  existing: { is_password_protected: boolean } | undefined
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<CodeDraft>) => void
}

/** What the code is called, and what it can be told later. */
export function OptionsSection({ draft, existing, errorOf, onChange }: OptionsSectionProps) {
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
        <Field
          label="Name"
          name="name"
          placeholder="Menu, table 12"
          autoComplete="off"
          value={draft.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Field
          label="Tags"
          name="tags"
          placeholder="print, spring"
          autoComplete="off"
          value={draft.tags}
          error={errorOf('tags')}
          onChange={({ target }) => onChange({ tags: target.value })}
        />
        <Field
          label="Expires"
          name="expires_at"
          type="datetime-local"
          value={draft.expires_at}
          error={errorOf('expires_at')}
          onChange={({ target }) => onChange({ expires_at: target.value })}
        />
        <CampaignField
          value={draft.campaign_id}
          error={errorOf('campaign_id')}
          onChange={({ target }) => onChange({ campaign_id: target.value })}
        />
        {is_dynamic && <PasswordField draft={draft} existing={existing} errorOf={errorOf} onChange={onChange} />}
      </div>
    </>
  )
}

function PasswordField({ draft, existing, errorOf, onChange }: OptionsSectionProps) {
  const isProtected = existing?.is_password_protected === true
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={isProtected ? 'New password for visitors' : 'Password for visitors'}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={
          isProtected ? 'It has one. Leave this empty to keep it.' : 'Asked of whoever scans it. Never shown again.'
        }
        value={draft.password}
        disabled={draft.removes_password}
        error={errorOf('password')}
        onChange={({ target }) => onChange({ password: target.value })}
      />
      {isProtected && (
        <Toggle
          label="Take the password away"
          checked={draft.removes_password}
          onChange={(removes_password) => onChange({ removes_password, password: '' })}
        />
      )}
    </div>
  )
}
