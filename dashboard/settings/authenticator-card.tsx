import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { authenticatorQuery, type StartedAuthenticator, startAuthenticator } from '../api/authenticator.ts'
import { messageOf } from '../api/failure.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

const SetUpDialog = lazyPart(() => import('./set-up-authenticator.tsx'), 'SetUpDialog')
const TurnOffDialog = lazyPart(() => import('./authenticator-dialogs.tsx'), 'TurnOffDialog')
const NewCodesDialog = lazyPart(() => import('./authenticator-dialogs.tsx'), 'NewCodesDialog')

/** The authenticator app of the user, in all of their accounts. */
export function AuthenticatorCard() {
  const query = useQuery(authenticatorQuery)
  const [open, setOpen] = useState<'off' | 'codes' | StartedAuthenticator | null>(null)
  const close = () => setOpen(null)
  const start = useMutation({
    mutationFn: startAuthenticator,
    onSuccess: setOpen,
    onError: (failure) => toast.error('Could not start the setup', { description: messageOf(failure) }),
  })
  return (
    <Card title="Two-factor authentication">
      <Loaded query={query} waiting={<ListSkeleton rows={1} />}>
        {({ confirmed_at, recovery_codes_left: left }) =>
          confirmed_at === null ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 basis-64 text-dim">
                Off. If you turn it on, signing in with your password also requires a code from an app on your phone.
              </p>
              <Button disabled={start.isPending} onClick={() => start.mutate()}>
                Turn on<span className="sr-only"> two-factor authentication</span>
              </Button>
            </div>
          ) : (
            <>
              <p>
                On since <RelativeTime at={confirmed_at} isLong />. Recovery codes left: {count(left)}.
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button onClick={() => setOpen('codes')}>Create new recovery codes</Button>
                <Button onClick={() => setOpen('off')}>
                  Turn off<span className="sr-only"> two-factor authentication</span>
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {open === 'off' && <TurnOffDialog onClose={close} />}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
      {typeof open === 'object' && open !== null && <SetUpDialog started={open} onClose={close} />}
    </Card>
  )
}
