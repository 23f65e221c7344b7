import { useQueryClient } from '@tanstack/react-query'
import { AppWindow, Globe } from 'lucide-react'
import { toast } from 'sonner'
import { hostInUrls } from '../api/domain-choice.ts'
import { addBrandedDomain, reserveSubdomain } from '../api/domains.ts'
import { shortHost } from '../api/page-meta.ts'
import { domainsKey, refreshList } from '../api/refresh.ts'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'

interface Filled {
  kind: 'branded' | 'subdomain'
  name: string
}

const emptyDomain: Filled = { kind: 'branded', name: '' }

export function AddDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  async function add({ kind, name }: Filled) {
    const wanted = name.trim().toLowerCase()
    const added = await (kind === 'branded' ? addBrandedDomain(wanted) : reserveSubdomain(wanted))
    close()
    void refreshList(queries, domainsKey)
    toast.success(`${hostInUrls(added.domain, shortHost)} added`, {
      description: kind === 'branded' ? 'Next, add its DNS records.' : 'You can now create links on it.',
    })
  }
  const { filled, onChange, part, sending } = useForm<Filled>(emptyDomain, add, { draft: 'new-domain' })
  const { kind, name } = filled
  return (
    <Modal title="Add domain" onClose={onClose}>
      <Form sending={sending} submit={kind === 'branded' ? 'Add domain' : 'Reserve subdomain'}>
        <fieldset>
          <legend className="mb-1.5 font-medium">Type</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <ChoiceCard
              group="kind"
              Icon={Globe}
              name="Branded domain"
              about="Your own domain, such as go.example.com. Requires two DNS records."
              isChosen={kind === 'branded'}
              onChoose={() => onChange({ kind: 'branded' })}
            />
            <ChoiceCard
              group="kind"
              Icon={AppWindow}
              name="Subdomain"
              about={`A name under ${shortHost}. Works immediately.`}
              isChosen={kind === 'subdomain'}
              onChoose={() => onChange({ kind: 'subdomain' })}
            />
          </div>
        </fieldset>
        <Field
          key={kind}
          label={kind === 'branded' ? 'Domain' : 'Subdomain'}
          placeholder={kind === 'branded' ? 'go.example.com' : 'spring'}
          hint={kind === 'subdomain' && `${name.trim().toLowerCase() || 'spring'}.${shortHost}`}
          required
          autoFocus
          {...exactText}
          {...bindText(part, 'name', kind === 'branded' ? 'domain' : 'subdomain')}
        />
      </Form>
    </Modal>
  )
}
