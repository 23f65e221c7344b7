import { Building2 } from 'lucide-react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { openAccount } from '../api/members.ts'
import { appPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { selectStyle } from '../parts/input-style.ts'
import { Options } from '../parts/options.tsx'

/** Opens another account of the user. Everything on the page belongs to an account, so the page is loaded again. */
export function AccountSwitch() {
  const { account, accounts, role } = useSession()
  if (accounts.length < 2) {
    return (
      <p className="flex items-center gap-2 px-1 pt-2 text-xs text-dim">
        <Building2 aria-hidden size={13} className="shrink-0" />
        <span className="truncate" title={account.name}>
          {account.name}
        </span>
        <span className="ml-auto shrink-0">{role}</span>
      </p>
    )
  }
  const open = (id: string) =>
    void openAccount(id)
      .then(() => location.assign(appPath))
      .catch((failure: unknown) => toast.error('Could not open the account', { description: messageOf(failure) }))
  return (
    <select
      aria-label="Account"
      className={`${selectStyle} mt-2`}
      value={account.id}
      onChange={({ target }) => open(target.value)}
    >
      <Options of={accounts.map(({ id, name, role: own }) => [id, `${name} (${own})`])} />
    </select>
  )
}
