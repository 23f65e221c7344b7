import { type ReactNode, useState } from 'react'
import { roleMeanings } from '#schemas/role-meanings.ts'
import { useCan } from '../api/rights.ts'
import { useSession } from '../api/session.ts'
import { capitalized } from '../format/names.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'

const EmailDialog = lazyPart(() => import('./secured-dialogs.tsx'), 'EmailDialog')
const ExportDialog = lazyPart(() => import('./export-dialog.tsx'), 'ExportDialog')
const RenameDialog = lazyPart(() => import('./rename-dialog.tsx'), 'RenameDialog')
const PasswordDialog = lazyPart(() => import('./secured-dialogs.tsx'), 'PasswordDialog')

export function AccountCard() {
  const { user, account, role, is_single_sign_on } = useSession()
  const can = useCan()
  const [open, setOpen] = useState<'email' | 'password' | 'name' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Account">
      <ul className="flex flex-col divide-y divide-line">
        <Row name="Email" value={user.email}>
          {!is_single_sign_on && (
            <Button onClick={() => setOpen('email')}>
              Change<span className="sr-only"> email</span>
            </Button>
          )}
        </Row>
        {is_single_sign_on ? (
          <Row name="Sign-in" value="Single sign-on" />
        ) : (
          <Row name="Password" value="••••••••">
            <Button onClick={() => setOpen('password')}>
              Change<span className="sr-only"> password</span>
            </Button>
          </Row>
        )}
        <Row name="Account" value={account.name}>
          {can('members') && (
            <Button onClick={() => setOpen('name')}>
              Rename<span className="sr-only"> account</span>
            </Button>
          )}
        </Row>
        <Row name="Your role" value={`${capitalized(role)}. ${roleMeanings[role]}`} />
        {can('owners') && (
          <Row name="Export" value="Links, clicks, and settings in one archive">
            <Button onClick={() => setOpen('export')}>
              Export<span className="sr-only"> account</span>
            </Button>
          </Row>
        )}
        <Row name="Account ID" value={<span className="font-mono text-[13px]">{account.id}</span>}>
          <CopyButton text={account.id} label="Copy account ID" />
        </Row>
      </ul>
      {open === 'email' && <EmailDialog onClose={close} />}
      {open === 'name' && <RenameDialog onClose={close} />}
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} />}
    </Card>
  )
}

const Row = ({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) => (
  <li className="flex min-h-14 items-center justify-between gap-3 py-2">
    <div className="min-w-0">
      <p className="text-[13px] text-dim">{name}</p>
      <p className="truncate">{value}</p>
    </div>
    {children}
  </li>
)
