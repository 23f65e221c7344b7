import { useQuery } from '@tanstack/react-query'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { passwordHint } from '../format/password-hint.ts'
import { AliasField } from '../links/alias-field.tsx'
import { CampaignField } from '../links/campaign-field.tsx'
import { Field } from '../parts/field.tsx'
import { bindFlag, bindText, type FormPart } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { CodeDraft } from './draft.ts'

interface OptionsSectionProps extends FormPart<CodeDraft> {
  /** Set for an existing code. */
  existing: { is_password_protected: boolean } | undefined
}

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
          hint="Encodes a short link, so you can change the destination after printing. Static codes cannot be changed."
          {...bindFlag(part, 'is_dynamic')}
        />
      )}
      {(isNew || is_dynamic) && (
        <Toggle
          label="Track scans"
          hint={
            is_dynamic
              ? 'Counts scans by location and device, without identifying visitors.'
              : 'Encodes a short link that counts scans and then redirects.'
          }
          {...bindFlag(part, 'tracking_enabled')}
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
        <Field label="Expiration date" type="datetime-local" {...bindText(part, 'expires_at')} />
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
        label={isProtected ? 'New password' : 'Password'}
        type="password"
        autoComplete="new-password"
        hint={passwordHint(
          part.filled.password,
          isProtected
            ? 'Leave blank to keep the current password.'
            : 'At least 4 characters. Visitors must enter it after scanning. You cannot view it later.',
        )}
        disabled={part.filled.removes_password}
        {...bindText(part, 'password')}
      />
      {isProtected && (
        <Toggle
          label="Remove password"
          checked={part.filled.removes_password}
          onChange={(removes_password) => part.onChange({ removes_password, password: '' })}
        />
      )}
    </div>
  )
}
