import { LogOut } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { IconButton } from '../parts/button.tsx'
import { forgetDraftsEverywhere } from '../parts/drafts.ts'

/** A form, since the server ends the session and redirects. */
export function SignOut() {
  const { csrf_token } = useSession()
  async function leave(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    forgetDraftsEverywhere()
    try {
      await (await import('../parts/delete-later.ts')).sendDeletions()
    } finally {
      form.submit()
    }
  }
  return (
    <form method="post" action={`${rootPath}/logout`} onSubmit={(event) => void leave(event)}>
      <input type="hidden" name="csrf_token" value={csrf_token} />
      <IconButton type="submit" Icon={LogOut} iconSize={16} title="Sign out" />
    </form>
  )
}
