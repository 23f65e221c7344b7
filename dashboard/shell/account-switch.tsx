import { useSession } from '../api/session.ts'
import { lazyPart } from '../parts/lazy-part.tsx'

const AccountSelect = lazyPart(() => import('./account-select.tsx'), 'AccountSelect')

/** The account of the page, or a choice if the user has several. */
export function AccountSwitch() {
  const { account, accounts, role } = useSession()
  if (accounts.length > 1) return <AccountSelect />
  return (
    <p className="flex items-center gap-2 px-1 pt-2 text-xs text-dim">
      <span className="truncate" title={account.name}>
        {account.name}
      </span>
      <span className="ml-auto shrink-0">{role}</span>
    </p>
  )
}
