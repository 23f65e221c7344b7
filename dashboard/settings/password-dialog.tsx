import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { keepCsrfToken } from '../api/client.ts'
import { fieldError } from '../api/failure.ts'
import { sessionQuery } from '../api/session.ts'
import { changePassword, sessionsQuery } from '../api/settings.ts'
import { Field } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { SecuredForm } from './secured-form.tsx'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState('')
  return (
    <Modal title="Change the password" about="Every other browser is signed out." onClose={onClose}>
      <SecuredForm
        action="Change it"
        onSend={async (current_password) => {
          const { csrf_token } = await changePassword({ current_password, new_password: wanted })
          keepCsrfToken(csrf_token)
          queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, csrf_token })
          await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
          onClose()
          toast.success('The password is changed', { description: 'Every other browser is signed out.' })
        }}
      >
        {(failure) => (
          <Field
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            value={wanted}
            hint="At least 10 characters. A few random words are good and easy to type."
            error={fieldError(failure, 'new_password')}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
      </SecuredForm>
    </Modal>
  )
}
