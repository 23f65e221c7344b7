import { useSession } from '../api/session.ts'
import { confirmPassword } from '../api/settings.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'

export function PasswordPromptDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const { user } = useSession()
  const { part, sending } = useForm({ current_password: '' }, async ({ current_password }) => {
    await confirmPassword(current_password)
    onEnd(true)
  })
  return (
    <Modal
      title="Confirm your password"
      about="This is a sensitive action. You won’t be asked again for 10 minutes."
      onClose={() => onEnd(false)}
    >
      <Form sending={sending} submit="Confirm">
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          {...bindText(part, 'current_password')}
        />
      </Form>
    </Modal>
  )
}
