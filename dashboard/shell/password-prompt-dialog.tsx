import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { authenticatorQuery, confirmCode } from '../api/authenticator.ts'
import { messageOf } from '../api/failure.ts'
import { confirmPasskey, passkeysQuery, whyNoPasskeys } from '../api/passkeys.ts'
import { useSession } from '../api/session.ts'
import { confirmPassword } from '../api/settings.ts'
import { Button } from '../parts/button.tsx'
import { CodeField, CurrentPasswordField } from '../parts/confirmation-fields.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { SignInAgain } from './sign-in-again.tsx'

interface PromptProps {
  onEnd: (isConfirmed: boolean) => void
}

/** A session of single sign-on asks its provider again. */
export function PasswordPromptDialog({ onEnd }: PromptProps) {
  const { is_single_sign_on } = useSession()
  return is_single_sign_on ? <SignInAgain onEnd={onEnd} /> : <AskUser onEnd={onEnd} />
}

/** Asks for the password again; users with an authenticator app or a passkey may use that instead. */
function AskUser({ onEnd }: PromptProps) {
  const { data: app } = useQuery(authenticatorQuery)
  const [usesCode, setUsesCode] = useState(false)
  const hasApp = app !== undefined && app.confirmed_at !== null
  const others = (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {hasApp && (
        <Button onClick={() => setUsesCode(!usesCode)}>
          {usesCode ? 'Use your password' : 'Use your authenticator app'}
        </Button>
      )}
      <PasskeyButton onEnd={onEnd} />
    </div>
  )
  return (
    <Modal
      title={usesCode ? 'Confirm with a code' : 'Confirm your password'}
      about="This is a sensitive action. You won’t be asked again for 10 minutes."
      onClose={() => onEnd(false)}
    >
      {usesCode ? <CodeForm onEnd={onEnd}>{others}</CodeForm> : <PasswordForm onEnd={onEnd}>{others}</PasswordForm>}
    </Modal>
  )
}

/** For users who have a passkey. */
function PasskeyButton({ onEnd }: PromptProps) {
  const { data } = useQuery(passkeysQuery)
  const use = useMutation({
    mutationFn: confirmPasskey,
    onSuccess: () => onEnd(true),
    onError: (failure) => toast.error('Not confirmed', { description: messageOf(failure) }),
  })
  if (data === undefined || data.passkeys.length === 0 || whyNoPasskeys(data.is_supported) !== null) return null
  return (
    <Button disabled={use.isPending} onClick={() => use.mutate()}>
      Use a passkey
    </Button>
  )
}

interface PromptFormProps extends PromptProps {
  /** What can be used instead. */
  children: ReactNode
}

function PasswordForm({ onEnd, children }: PromptFormProps) {
  const { part, sending } = useForm({ current_password: '' }, async ({ current_password }) => {
    await confirmPassword(current_password)
    onEnd(true)
  })
  return (
    <Form sending={sending} submit="Confirm">
      <CurrentPasswordField bound={bindText(part, 'current_password')} />
      {children}
    </Form>
  )
}

function CodeForm({ onEnd, children }: PromptFormProps) {
  const { part, sending } = useForm({ code: '' }, async ({ code }) => {
    await confirmCode(code)
    onEnd(true)
  })
  return (
    <Form sending={sending} submit="Confirm">
      <CodeField bound={bindText(part, 'code')} autoFocus />
      {children}
    </Form>
  )
}
