import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Domain } from '#schemas/domains.ts'
import { type DomainChange, updateDomain } from '../api/domains.ts'
import { fieldError } from '../api/failure.ts'
import { domainsKey } from '../api/refresh.ts'
import { withScheme } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useSending } from '../parts/use-sending.ts'

const fallbacks = {
  root_redirect_url: { label: 'Visits without a code', hint: 'To the bare domain. Else a page says whose it is.' },
  not_found_url: { label: 'Unknown links', hint: 'Else a page says that nothing is there.' },
  expired_url: { label: 'Links that are over', hint: 'Unless the link says so itself. Else a page tells.' },
} as const
type UrlField = keyof typeof fallbacks
const fields = Object.keys(fallbacks) as UrlField[]

/** Where visitors go who come for no live link; and whether it is the one that is offered first. */
export function SettingsDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const queries = useQueryClient()
  const [filled, setFilled] = useState(
    () => Object.fromEntries(fields.map((field) => [field, domain[field] ?? ''])) as Record<UrlField, string>,
  )
  const [isDefault, setIsDefault] = useState(domain.is_default)
  const { failure, isSending, onSubmit } = useSending(async () => {
    const change: DomainChange = Object.fromEntries(
      fields.map((field) => [field, filled[field].trim() === '' ? null : withScheme(filled[field].trim())]),
    )
    await updateDomain(domain.id, { ...change, ...(isDefault !== domain.is_default && { is_default: isDefault }) })
    await queries.invalidateQueries({ queryKey: domainsKey })
    onClose()
    toast.success('Saved', { description: 'Visitors are led by the new settings from now on.' })
  })
  return (
    <Modal title={domain.domain} about="Where visitors go who come for no live link." onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        {fields.map((field) => (
          <Field
            key={field}
            label={fallbacks[field].label}
            name={field}
            placeholder="https://example.com/"
            inputMode="url"
            autoComplete="off"
            hint={fallbacks[field].hint}
            value={filled[field]}
            error={fieldError(failure, field)}
            onChange={({ target }) => setFilled({ ...filled, [field]: target.value })}
          />
        ))}
        <Toggle
          label="Offer it first"
          hint="New links are on it unless another domain is chosen."
          checked={isDefault}
          onChange={setIsDefault}
        />
        {failure !== null && <Refusal failure={failure} />}
        <Button type="submit" look="main" className="justify-center" disabled={isSending}>
          Save
        </Button>
      </form>
    </Modal>
  )
}
