import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '#schemas/qr-choices.ts'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { passwordHint } from '../format/password-hint.ts'
import { AliasField } from '../links/alias-field.tsx'
import { Field } from '../parts/field.tsx'
import { bindFlag, bindText, type FormPart } from '../parts/form.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { TagsField } from '../parts/lazy-tags-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { type CodeDraft, isDirect } from './draft.ts'

const CampaignField = lazyPart(
  () => import('../links/campaign-field.tsx'),
  'CampaignField',
  <div aria-hidden className="skeleton h-[4.125rem]" />,
)

interface OptionsSectionProps extends FormPart<CodeDraft> {
  /** Set for an existing code. */
  existing: { is_password_protected: boolean } | undefined
}

const usualDynamicHint =
  'Encodes a short link, so you can change the destination after printing. Static codes cannot be changed.'
/** For content that phones use directly. */
const dynamicHints: Partial<Record<ContentType, string>> = {
  wifi: 'Scanning a static code joins the network. A dynamic code opens a page with its name and password instead, and you can change them after printing.',
  vcard:
    'Scanning a static code saves the contact. A dynamic code opens a page with the contact instead, and you can change it after printing.',
  text: 'Scanning a static code shows the text. A dynamic code opens a page with the text instead, and you can change it after printing.',
  phone:
    'Scanning a static code calls the number. A dynamic code opens a page with the number instead, and you can change it after printing.',
}

export function OptionsSection({ existing, ...part }: OptionsSectionProps) {
  const { filled: draft, errorOf, onChange } = part
  const { is_dynamic, tracking_enabled } = draft
  const isNew = existing === undefined
  const { data: domains } = useQuery(domainsQuery)
  return (
    <>
      {isNew && (
        <Toggle label="Dynamic" hint={dynamicHints[draft.kind] ?? usualDynamicHint} {...bindFlag(part, 'is_dynamic')} />
      )}
      {(isNew || is_dynamic) && (
        <Toggle
          label="Track scans"
          hint={
            is_dynamic
              ? 'Counts scans by location and device, without identifying visitors.'
              : isDirect(draft.kind)
                ? 'Encodes a short link that counts scans. It opens a page with the content.'
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
        <TagsField
          placeholder="print, spring"
          name="tags"
          value={draft.tags}
          error={errorOf('tags')}
          onText={(tags) => onChange({ tags })}
        />
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
