import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { renameAccount } from '../api/members.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { account } = useSession()
  const { part, sending } = useForm({ name: account.name }, async ({ name }) => {
    const renamed = await renameAccount(name)
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    close()
    toast.success('Account renamed', { description: renamed.name })
  })
  return (
    <Modal title="Rename account" about="All members see this name." onClose={onClose}>
      <Form sending={sending} submit="Save">
        <Field label="Name" required autoFocus autoComplete="off" maxLength={100} {...bindText(part, 'name')} />
      </Form>
    </Modal>
  )
}
