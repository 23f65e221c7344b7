import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'

/** The password prompt for a session of single sign-on. The provider opens in a new tab, so the form keeps its values. */
export function SignInAgain({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const { account } = useSession()
  return (
    <Modal
      title="Sign in again"
      about="This is a sensitive action. You won’t be asked again for 10 minutes."
      onClose={() => onEnd(false)}
    >
      <p className="mb-4 text-dim">Sign in with your provider in a new tab. Then come back here and continue.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <a
          className={buttonStyle()}
          href={`${rootPath}/login/sso/${account.id}?again=1`}
          target="_blank"
          rel="noreferrer"
        >
          Sign in
        </a>
        <Button look="main" onClick={() => onEnd(true)}>
          Continue
        </Button>
      </div>
    </Modal>
  )
}
