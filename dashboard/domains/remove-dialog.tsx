import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { heldDays } from '#schemas/account-limits.ts'
import type { Domain } from '#schemas/domains.ts'
import { deleteDomain } from '../api/domains.ts'
import { domainsKey } from '../api/refresh.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Modal } from '../parts/modal.tsx'

/** Asks for confirmation, because others can take a removed subdomain later. */
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
          {url_count === 1 ? '1 link uses' : `${count(url_count)} links use`} this domain. Archived links and links in
          the trash count too. Delete {url_count === 1 ? 'it' : 'them'} forever before you remove the domain.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Link
            to="/links"
            search={{ domain: domain.domain, status: 'all' }}
            className="inline-flex h-9 items-center rounded-md border border-accent bg-accent px-3 font-medium text-on-accent"
          >
            View links
          </Link>
        </div>
      </Modal>
    )
  }
  return (
    <Confirm
      title={`Remove ${domain.domain}?`}
      about={
        domain.type === 'subdomain'
          ? `It stays reserved for your account for ${heldDays} days. Then other accounts can reserve it.`
          : 'You can add it again later.'
      }
      act="Remove"
      onAct={remove}
      done={`${domain.domain} removed`}
      onClose={onClose}
    />
  )
}
