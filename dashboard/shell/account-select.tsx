import { toast } from 'sonner'
import { providerNeeded } from '#schemas/session-refusals.ts'
import { Failure, messageOf } from '../api/failure.ts'
import { openAccount } from '../api/members.ts'
import { appPath, rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { Combobox } from '../parts/combobox.tsx'
import { sendDeletions } from '../parts/delete-later.ts'
import { leaveAfter } from '../parts/leave-page.ts'

/** Opens another account of the user. Everything on the page belongs to an account, so the page is loaded again. */
export function AccountSelect() {
  const { account, accounts } = useSession()
  const open = (id: string) =>
    void sendDeletions()
      .then(() => leaveAfter(() => openAccount(id), appPath))
      .catch((failure: unknown) => {
        if (failure instanceof Failure && failure.details === providerNeeded)
          location.assign(`${rootPath}/login/sso/${id}`)
        else toast.error('Could not open the account', { description: messageOf(failure) })
      })
  return (
    <Combobox
      label="Accounts"
      ties={{ 'aria-label': 'Account' }}
      className="mt-2"
      value={account.id}
      choices={accounts.map(({ id, name, role }) => ({ value: id, name, note: role }))}
      onChoose={(id) => id !== account.id && open(id)}
    />
  )
}
