import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { authenticatorQuery, removeAuthenticator, replaceRecoveryCodes } from '../api/authenticator.ts'
import { CodeField, CurrentPasswordField } from '../parts/confirmation-fields.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: authenticatorQuery.queryKey })
}

export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const [codes, setCodes] = useState<string[] | null>(null)
  const { sending } = useForm({}, async () => {
    setCodes((await replaceRecoveryCodes()).recovery_codes)
    await refresh()
  })
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Modal title="Create new recovery codes" about="Your current recovery codes stop working." onClose={onClose}>
      <Form showsOnce sending={sending} submit="Create codes">
        {null}
      </Form>
    </Modal>
  )
}

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const close = useClose(onClose)
  const refresh = useRefresh()
  const { part, sending } = useForm({ current_password: '', code: '' }, async (filled) => {
    await removeAuthenticator(filled)
    await refresh()
    close()
    toast.success('Two-factor authentication turned off')
  })
  return (
    <Modal
      title="Turn off two-factor authentication"
      about="Your password alone will be enough to sign in. Your recovery codes are deleted."
      onClose={onClose}
    >
      <Form sending={sending} submit="Turn off">
        <CurrentPasswordField bound={bindText(part, 'current_password')} />
        <CodeField bound={bindText(part, 'code')} />
      </Form>
    </Modal>
  )
}
