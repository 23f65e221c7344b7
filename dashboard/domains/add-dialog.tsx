import { useQueryClient } from '@tanstack/react-query'
import { AppWindow, Globe } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { hostInUrls } from '../api/domain-choice.ts'
import { addBrandedDomain, reserveSubdomain } from '../api/domains.ts'
import { fieldError } from '../api/failure.ts'
import { shortHost } from '../api/page-meta.ts'
import { domainsKey } from '../api/refresh.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { Field } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useSending } from '../parts/use-sending.ts'

type Kind = 'branded' | 'subdomain'

/** A name of one's own, or one in front of the base domain. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('branded')
  const [name, setName] = useState('')
  const { failure, isSending, onSubmit } = useSending(async () => {
    const wanted = name.trim().toLowerCase()
    const added = await (kind === 'branded' ? addBrandedDomain(wanted) : reserveSubdomain(wanted))
    await queries.invalidateQueries({ queryKey: domainsKey })
    onClose()
    toast.success(`${hostInUrls(added.domain, shortHost)} is added`, {
      description: kind === 'branded' ? 'Its DNS comes next.' : 'New links can be made on it now.',
    })
  })
  return (
    <Modal title="Add a domain" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        <fieldset>
          <legend className="mb-1.5 font-medium">Which kind</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <ChoiceCard
              group="kind"
              Icon={Globe}
              name="Your own domain"
              about="Such as go.example.com. Two DNS records prove it and lead its visitors here."
              isChosen={kind === 'branded'}
              onChoose={() => setKind('branded')}
            />
            <ChoiceCard
              group="kind"
              Icon={AppWindow}
              name="A subdomain"
              about={`In front of ${shortHost}. It works at once.`}
              isChosen={kind === 'subdomain'}
              onChoose={() => setKind('subdomain')}
            />
          </div>
        </fieldset>
        <Field
          key={kind}
          label={kind === 'branded' ? 'Domain' : 'Subdomain'}
          name={kind === 'branded' ? 'domain' : 'subdomain'}
          placeholder={kind === 'branded' ? 'go.example.com' : 'spring'}
          hint={kind === 'subdomain' && `${name.trim().toLowerCase() || 'spring'}.${shortHost}`}
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={fieldError(failure, kind === 'branded' ? 'domain' : 'subdomain')}
          onChange={({ target }) => setName(target.value)}
        />
        {failure !== null && <Refusal failure={failure} />}
        <Button type="submit" look="main" className="justify-center" disabled={isSending}>
          {kind === 'branded' ? 'Add the domain' : 'Reserve the subdomain'}
        </Button>
      </form>
    </Modal>
  )
}
