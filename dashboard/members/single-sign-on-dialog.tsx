import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { domainsQuery } from '../api/domains.ts'
import { readAgain } from '../api/read-again.ts'
import { type SingleSignOn, saveSingleSignOn, singleSignOnQuery } from '../api/single-sign-on.ts'
import { CopyBlock } from '../parts/copy-block.tsx'
import { changedMembers } from '../parts/draft-changes.ts'
import { exactText, Field } from '../parts/field.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { bindFlag, bindText, Form, type FormPart, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { Options } from '../parts/options.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useClose } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'
import { TryProvider } from './try-provider.tsx'

interface DialogProps {
  current: SingleSignOn
  onClose: () => void
}

const empty = { issuer: '', client_id: '', domains: [] as string[], role: 'viewer' as const, is_required: false }
type Filled = Omit<typeof empty, 'role'> & { role: 'editor' | 'viewer'; client_secret: string }

export function SingleSignOnDialog({ current: { settings, redirect_uri }, onClose }: DialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const start: Filled = { ...(settings ?? empty), client_secret: '' }
  async function send({ client_secret, ...rest }: Filled, _event: Sent, { client_secret: _, ...base }: Filled) {
    // The API replaces all settings. What others changed while the form was open is kept.
    const now = await readAgain(queries, singleSignOnQuery)
    const saved = await saveSingleSignOn({
      ...(now.settings ?? empty),
      ...changedMembers(rest, base),
      ...(client_secret !== '' && { client_secret }),
    })
    queries.setQueryData(singleSignOnQuery.queryKey, saved)
    close()
    toast.success('Single sign-on saved', { description: 'Sign in with it once to make sure that it works.' })
  }
  const { filled, onChange, part, sending } = useForm(start, send, { draft: 'single-sign-on' })
  return (
    <Modal title="Single sign-on" about="Register Waymark as a web application with your provider." onClose={onClose}>
      <Form sending={sending} submit="Save">
        <CopyBlock title="Redirect URI" text={redirect_uri} label="Copy redirect URI" />
        {!/^(https:|http:\/\/(localhost|127\.))/.test(redirect_uri) && (
          <p className="text-[13px] text-warn">
            Providers require an https URL. Ask the operator of this installation to set BASE_URL to one.
          </p>
        )}
        <Field
          label="Issuer URL"
          placeholder="https://accounts.example.com"
          inputMode="url"
          required
          autoFocus
          {...exactText}
          {...bindText(part, 'issuer')}
        />
        <TryProvider issuer={filled.issuer} />
        <Field label="Client ID" required {...exactText} {...bindText(part, 'client_id')} />
        <Field
          label="Client secret"
          type="password"
          required={settings === null}
          hint={settings === null ? undefined : 'Leave blank to keep the current one.'}
          {...exactText}
          autoComplete="new-password"
          {...bindText(part, 'client_secret')}
        />
        <DomainsField part={part} />
        {filled.domains.length > 0 && (
          <SelectField
            label="Role of new members"
            value={filled.role}
            onChange={({ target }) => onChange({ role: target.value as Filled['role'] })}
          >
            <Options
              of={[
                ['viewer', 'Viewer'],
                ['editor', 'Editor'],
              ]}
            />
          </SelectField>
        )}
        <Toggle
          label="Require single sign-on"
          hint="Members can no longer use their password for this account. Owners still can, so a broken provider does not lock everyone out."
          {...bindFlag(part, 'is_required')}
        />
      </Form>
    </Modal>
  )
}

/** Verified branded domains, and chosen ones that are no longer verified. */
function DomainsField({ part: { filled, onChange, errorOf } }: { part: FormPart<Filled> }) {
  const { data = [] } = useQuery(domainsQuery)
  const verified = data.filter(({ type, status }) => type === 'branded' && status === 'verified')
  const hosts = [...new Set([...verified.map(({ domain }) => domain), ...filled.domains])].sort()
  const toggle = (host: string, isChosen: boolean) =>
    onChange({ domains: isChosen ? [...filled.domains, host] : filled.domains.filter((one) => one !== host) })
  return (
    <FieldGroup legend="Email domains" error={errorOf('domains')}>
      {hosts.map((host) => (
        <Toggle
          key={host}
          label={host}
          checked={filled.domains.includes(host)}
          onChange={(isChosen) => toggle(host, isChosen)}
        />
      ))}
      <p className="mt-1.5 text-[13px] text-dim">
        {hosts.length === 0
          ? 'To let new members join without an invitation, add your email domain on the Domains page and verify it.'
          : 'Anyone with a verified email address at these domains can join without an invitation.'}
      </p>
    </FieldGroup>
  )
}
