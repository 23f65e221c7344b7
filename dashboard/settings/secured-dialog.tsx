import { useState } from 'react'
import { fieldError, messageOf } from '../api/failure.ts'
import { useSession } from '../api/session.ts'
import { Button } from '../parts/button.tsx'
import { Field, type FieldProps } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { useSending } from '../parts/use-sending.ts'

interface SecuredDialogProps {
  title: string
  about: string
  /** What is changed. */
  field: FieldProps & { name: string }
  onSend: (wanted: string, currentPassword: string) => Promise<void>
  onClose: () => void
}

/** A change that needs the password too: a browser that was left open is not enough for this. */
export function SecuredDialog({ title, about, field, onSend, onClose }: SecuredDialogProps) {
  const { user } = useSession()
  const [wanted, setWanted] = useState('')
  const [password, setPassword] = useState('')
  const { failure, isSending, onSubmit } = useSending(() => onSend(wanted, password))
  return (
    <Modal title={title} about={about} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Field
          required
          autoFocus
          value={wanted}
          error={fieldError(failure, field.name)}
          onChange={({ target }) => setWanted(target.value)}
          {...field}
        />
        <Field
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={fieldError(failure, 'current_password')}
          onChange={({ target }) => setPassword(target.value)}
        />
        {failure !== null && (
          <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
            Nothing was changed: {messageOf(failure)}
          </p>
        )}
        <Button type="submit" look="main" className="justify-center" disabled={isSending}>
          Change it
        </Button>
      </form>
    </Modal>
  )
}
