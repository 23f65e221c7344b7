import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { appsQuery } from '../api/apps.ts'
import { keepCsrfToken } from '../api/client.ts'
import { keysQuery } from '../api/keys.ts'
import { invitationsQuery } from '../api/members.ts'
import { passkeysQuery } from '../api/passkeys.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { changeEmail, changePassword, sessionsQuery, usageQuery } from '../api/settings.ts'
import { connectionsQuery } from '../api/single-sign-on.ts'
import { Field, type FieldProps } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useClose } from '../parts/use-is-there.ts'

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  return (
    <SecuredDialog
      title="Change email"
      about="You will use the new email to sign in."
      field={{ label: 'New email', name: 'email', type: 'email', autoComplete: 'email' }}
      draft="email"
      onSend={async (email, current_password) => {
        const user = await changeEmail({ current_password, email })
        queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user })
        close()
        toast.success('Email changed', { description: user.email })
      }}
      onClose={onClose}
    />
  )
}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const [revokesAccess, setRevokesAccess] = useState(false)
  return (
    <SecuredDialog
      title="Change password"
      about="This signs you out of all other sessions."
      field={{
        label: 'New password',
        name: 'new_password',
        type: 'password',
        autoComplete: 'new-password',
        hint: 'At least 10 characters. A few random words work well.',
      }}
      onSend={async (new_password, current_password) => {
        const { csrf_token } = await changePassword({ current_password, new_password, revoke_access: revokesAccess })
        keepCsrfToken(csrf_token)
        queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, csrf_token })
        const changed = [sessionsQuery, ...(revokesAccess ? endedAccess : [])]
        await Promise.all(changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
        close()
        toast.success('Password changed', {
          description: revokesAccess ? 'All other access has ended.' : 'You were signed out of all other sessions.',
        })
      }}
      onClose={onClose}
    >
      <Toggle
        label="End all other access"
        hint="Choose this if someone else may have had access. Revokes your API keys, apps, and open invitations, and all those of accounts that you own. Removes your passkeys and single sign-on connections. This cannot be undone."
        checked={revokesAccess}
        onChange={setRevokesAccess}
      />
    </SecuredDialog>
  )
}

const endedAccess = [keysQuery, appsQuery, invitationsQuery, passkeysQuery, connectionsQuery, usageQuery]

interface SecuredDialogProps {
  title: string
  about: string
  field: FieldProps & { name: string }
  /** Not for passwords, which are never kept. */
  draft?: string
  onSend: (wanted: string, currentPassword: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** A change that requires the current password, in case a browser was left open. */
function SecuredDialog({ title, about, field, draft, onSend, onClose, children }: SecuredDialogProps) {
  const { user } = useSession()
  const { part, sending } = useForm(
    { wanted: '', current_password: '' },
    ({ wanted, current_password }) => onSend(wanted, current_password),
    draft === undefined ? {} : { draft },
  )
  return (
    <Modal title={title} about={about} onClose={onClose}>
      <Form sending={sending} submit="Save">
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Field required autoFocus {...bindText(part, 'wanted', field.name)} {...field} />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...bindText(part, 'current_password')}
        />
        {children}
      </Form>
    </Modal>
  )
}
