import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { addPasskey, passkeysQuery } from '../api/passkeys.ts'
import { refreshList } from '../api/refresh.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { part, sending } = useForm({ name: '' }, async ({ name }) => {
    const added = await addPasskey(name)
    await refreshList(queries, passkeysQuery.queryKey)
    close()
    toast.success('Passkey added', { description: added.name })
  })
  return (
    <Modal title="Add passkey" about="Your browser will ask how to store the passkey." onClose={onClose}>
      <Form sending={sending} submit="Continue">
        <Field
          label="Name"
          placeholder="Work laptop"
          hint="Helps you recognize the passkey later."
          required
          autoFocus
          autoComplete="off"
          maxLength={100}
          {...bindText(part, 'name')}
        />
      </Form>
    </Modal>
  )
}
