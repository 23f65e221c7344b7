import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { fieldError } from '../api/failure.ts'
import { sessionQuery } from '../api/session.ts'
import { changeEmail } from '../api/settings.ts'
import { Field } from '../parts/field.tsx'
import { Modal } from '../parts/modal.tsx'
import { SecuredForm } from './secured-form.tsx'

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  return (
    <Modal title="Change the e-mail address" about="You sign in with it from the next time on." onClose={onClose}>
      <SecuredForm
        action="Change it"
        onSend={async (current_password) => {
          const user = await changeEmail({ current_password, email })
          queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user })
          onClose()
          toast.success('The e-mail address is changed', { description: user.email })
        }}
      >
        {(failure) => (
          <Field
            label="New e-mail"
            name="email"
            type="email"
            autoComplete="email"
            required
            autoFocus
            value={email}
            error={fieldError(failure, 'email')}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </SecuredForm>
    </Modal>
  )
}
