import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeysQuery, whyNoPasskeys } from '../api/passkeys.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

const AddPasskeyDialog = lazyPart(() => import('./add-passkey-dialog.tsx'), 'AddPasskeyDialog')
const RenamePasskeyDialog = lazyPart(() => import('./passkey-dialogs.tsx'), 'RenamePasskeyDialog')
const RemovePasskeyDialog = lazyPart(() => import('./passkey-dialogs.tsx'), 'RemovePasskeyDialog')

type Open = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey } | null

/** The passkeys of the user, in all of their accounts. */
export function PasskeysCard() {
  const query = useQuery(passkeysQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const why = query.data === undefined ? null : whyNoPasskeys(query.data.is_supported)
  const canAdd = query.data !== undefined && why === null
  return (
    <Card title="Passkeys" aside={canAdd && <Button onClick={() => setOpen({ name: 'add' })}>Add passkey</Button>}>
      <Loaded query={query} waiting={<ListSkeleton rows={1} />}>
        {({ passkeys }) => (
          <>
            {why !== null && <p className="text-dim">{why}</p>}
            {why === null && passkeys.length === 0 && (
              <p className="text-dim">Sign in with your fingerprint, face, or screen lock instead of your password.</p>
            )}
            <ul aria-label="Passkeys" className="flex flex-col divide-y divide-line empty:hidden">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(name) => setOpen({ name, passkey })} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {open?.name === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.name === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.name === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onOpen: (name: 'rename' | 'remove') => void
}

const PasskeyRow = ({ passkey: { name, created_at, last_used_at }, onOpen }: PasskeyRowProps) => (
  <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
    <div className="min-w-0 flex-1 basis-40">
      <p className="truncate">{name}</p>
      <p className="text-[13px] text-dim">
        Added <RelativeTime at={created_at} />,{' '}
        {last_used_at === null ? (
          'never used'
        ) : (
          <>
            last used <RelativeTime at={last_used_at} />
          </>
        )}
      </p>
    </div>
    <div className="flex gap-2">
      <Button onClick={() => onOpen('rename')}>
        Rename<span className="sr-only"> {name}</span>
      </Button>
      <Button onClick={() => onOpen('remove')}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </div>
  </li>
)
