import { LogOut } from 'lucide-react'
import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'

/** A form, as the server's own pages have: the session ends there. */
export function SignOut() {
  const { csrf_token } = useSession()
  return (
    <form method="post" action={`${rootPath}/logout`}>
      <input type="hidden" name="csrf_token" value={csrf_token} />
      <button
        type="submit"
        title="Sign out"
        className="flex size-8 items-center justify-center rounded-md text-dim hover:bg-sunken hover:text-text"
      >
        <LogOut aria-hidden size={16} />
        <span className="sr-only">Sign out</span>
      </button>
    </form>
  )
}
