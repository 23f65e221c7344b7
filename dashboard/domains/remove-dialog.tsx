import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Domain } from '#schemas/domains.ts'
import { deleteDomain } from '../api/domains.ts'
import { domainsKey } from '../api/refresh.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Modal } from '../parts/modal.tsx'

/** A name that is given up can be taken by others, so it is asked first. */
export function RemoveDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    await deleteDomain(domain.id)
    await queries.invalidateQueries({ queryKey: domainsKey })
  }
  const { url_count } = domain
  if (url_count > 0) {
    return (
      <Modal title={`${domain.domain} still has links`} onClose={onClose}>
        <p className="mb-4">
          {count(url_count)} {url_count === 1 ? 'link is' : 'links are'} on it. Whoever follows them would find nothing:
          delete them first.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Link
            to="/links"
            search={{ domain: domain.domain }}
            className="inline-flex h-9 items-center rounded-md border border-accent bg-accent px-3 font-medium text-on-accent"
          >
            Show them
          </Link>
        </div>
      </Modal>
    )
  }
  return (
    <Confirm
      title={`Remove ${domain.domain}?`}
      about={domain.type === 'subdomain' ? 'Anybody can reserve it then.' : 'Its proof in DNS is no longer looked for.'}
      act="Remove"
      onAct={remove}
      done={`${domain.domain} is removed`}
      onClose={onClose}
    />
  )
}
