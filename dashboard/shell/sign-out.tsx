import { LogOut } from 'lucide-react'
import { type SubmitEvent, useRef } from 'react'
import { readFormToken } from '../api/client.ts'
import { messageOf } from '../api/failure.ts'
import { rootPath } from '../api/page-meta.ts'
import { IconButton } from '../parts/button.tsx'
import { forgetDraftsEverywhere } from '../parts/drafts.ts'
import { lateToast } from '../parts/late-toast.ts'

/** A form, since the server ends the session and redirects. */
export function SignOut() {
  const token = useRef<HTMLInputElement>(null)
  async function leave(form: HTMLFormElement) {
    const current = await readFormToken()
    if (current === null || token.current === null) return
    await sendDeletions()
    forgetDraftsEverywhere()
    token.current.value = current
    form.submit()
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void leave(event.currentTarget).catch((error: unknown) =>
      lateToast('Could not sign out', { description: messageOf(error), isError: true }),
    )
  }
  return (
    <form method="post" action={`${rootPath}/logout`} onSubmit={onSubmit}>
      <input ref={token} type="hidden" name="csrf_token" />
      <IconButton type="submit" Icon={LogOut} iconSize={16} title="Sign out" />
    </form>
  )
}

/** If the code cannot load, it was not loaded before, and nothing is pending. */
async function sendDeletions(): Promise<void> {
  const code = await import('../parts/delete-later.ts').catch(() => null)
  await code?.sendDeletions()
}
