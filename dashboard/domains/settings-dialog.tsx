import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Domain } from '#schemas/domains.ts'
import { updateDomain } from '../api/domains.ts'
import { domainsKey } from '../api/refresh.ts'
import { withScheme } from '../format/urls.ts'
import { Field } from '../parts/field.tsx'
import { bindFlag, bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useClose } from '../parts/use-is-there.ts'

const fallbacks = {
  root_redirect_url: { label: 'Root URL', hint: 'For visits without a slug. Defaults to the not found URL.' },
  not_found_url: { label: 'Not found URL', hint: 'For unknown links. By default, a “not found” page.' },
  expired_url: {
    label: 'Redirect after expiration',
    hint: 'For links without their own. By default, an “expired” page.',
  },
} as const
type UrlField = keyof typeof fallbacks
const fields = Object.keys(fallbacks) as UrlField[]

type Filled = Record<UrlField, string> & { is_default: boolean }

const fill = (domain: Domain): Filled => ({
  root_redirect_url: domain.root_redirect_url ?? '',
  not_found_url: domain.not_found_url ?? '',
  expired_url: domain.expired_url ?? '',
  is_default: domain.is_default,
})

export function SettingsDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  // Kept from the start, so that saving does not revert what others change in the meantime.
  const [start] = useState(() => fill(domain))
  async function save({ is_default, ...urls }: Filled) {
    const changed = fields.filter((field) => urls[field].trim() !== start[field])
    const changes = {
      ...Object.fromEntries(changed.map((field) => [field, withScheme(urls[field].trim()) || null])),
      ...(is_default !== start.is_default && { is_default }),
    }
    if (Object.keys(changes).length > 0) await updateDomain(domain.id, changes)
    await queries.invalidateQueries({ queryKey: domainsKey })
    close()
    toast.success('Domain settings saved')
  }
  const { part, sending } = useForm(start, save, { draft: `domain ${domain.id}` })
  return (
    <Modal title={domain.domain} about="Fallback URLs for visits without an active link." onClose={onClose}>
      <Form sending={sending} submit="Save">
        {fields.map((field) => (
          <Field
            key={field}
            placeholder="https://example.com/"
            inputMode="url"
            autoComplete="off"
            {...fallbacks[field]}
            {...bindText(part, field)}
          />
        ))}
        <Toggle
          label="Default domain"
          hint="New links use this domain unless you choose another one."
          {...bindFlag(part, 'is_default')}
        />
      </Form>
    </Modal>
  )
}
