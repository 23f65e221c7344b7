import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type Passkey, passkeysQuery, removePasskey, renamePasskey } from '../api/passkeys.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'

interface PasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { part, sending } = useForm({ name: passkey.name }, async ({ name }) => {
    const renamed = await renamePasskey(passkey.id, name)
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    close()
    toast.success('Passkey renamed', { description: renamed.name })
  })
  return (
    <Modal title="Rename passkey" onClose={onClose}>
      <Form sending={sending} submit="Save">
        <Field label="Name" required autoFocus autoComplete="off" maxLength={100} {...bindText(part, 'name')} />
      </Form>
    </Modal>
  )
}

export function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const queries = useQueryClient()
  return (
    <Confirm
      title={`Remove ${passkey.name}?`}
      about="You can no longer sign in with this passkey. Also delete it from your device or password manager."
      act="Remove"
      onAct={async () => {
        await removePasskey(passkey.id)
        await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      }}
      done={`${passkey.name} removed`}
      onClose={onClose}
    />
  )
}
