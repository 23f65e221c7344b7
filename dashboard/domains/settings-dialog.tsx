import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Domain } from '#schemas/domains.ts'
import { updateDomain } from '../api/domains.ts'
import { domainsKey } from '../api/refresh.ts'
import { withScheme } from '../format/urls.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { Toggle } from '../parts/toggle.tsx'

const fallbacks = {
  root_redirect_url: { label: 'Visits without a code', hint: 'To the bare domain. Else a page says whose it is.' },
  not_found_url: { label: 'Unknown links', hint: 'Else a page says that nothing is there.' },
  expired_url: { label: 'Links that are over', hint: 'Unless the link says so itself. Else a page tells.' },
} as const
type UrlField = keyof typeof fallbacks
const fields = Object.keys(fallbacks) as UrlField[]

type Filled = Record<UrlField, string> & { is_default: boolean }

/** Where visitors go who come for no live link; and whether it is the one that is offered first. */
export function SettingsDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const queries = useQueryClient()
  const start = {
    ...Object.fromEntries(fields.map((field) => [field, domain[field] ?? ''])),
    is_default: domain.is_default,
  }
  const { filled, onChange, part, sending } = useForm(start as Filled, async ({ is_default, ...urls }) => {
    await updateDomain(domain.id, {
      ...Object.fromEntries(fields.map((field) => [field, withScheme(urls[field].trim()) || null])),
      ...(is_default !== domain.is_default && { is_default }),
    })
    await queries.invalidateQueries({ queryKey: domainsKey })
    onClose()
    toast.success('Saved', { description: 'Visitors are led by the new settings from now on.' })
  })
  return (
    <Modal title={domain.domain} about="Where visitors go who come for no live link." onClose={onClose}>
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
          label="Offer it first"
          hint="New links are on it unless another domain is chosen."
          checked={filled.is_default}
          onChange={(is_default) => onChange({ is_default })}
        />
      </Form>
    </Modal>
  )
}
