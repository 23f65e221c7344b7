import { type ReactNode, useState } from 'react'
import { fieldError, messageOf } from '../api/failure.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { useSending } from '../parts/use-sending.ts'

interface SecuredFormProps {
  /** On its button. */
  action: string
  /** What the change failed with is told by the fields that it is about. */
  children: (failure: unknown) => ReactNode
  onSend: (currentPassword: string) => Promise<void>
}

/** A form that asks for the password too: a browser that was left open is not enough for this. */
export function SecuredForm({ action, children, onSend }: SecuredFormProps) {
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const { failure, isSending, onSubmit } = useSending(() => onSend(password))
  const wrong = fieldError(failure, 'current_password')

  return (
    <form className="flex flex-col gap-4" onSubmit={onSubmit}>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {children(failure)}
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={wrong}
        onChange={({ target }) => setPassword(target.value)}
      />
      {failure !== null && (
        <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
          Nothing was changed: {messageOf(failure)}
        </p>
      )}
      <Button type="submit" look="main" className="justify-center" disabled={isSending}>
        {action}
      </Button>
    </form>
  )
}
