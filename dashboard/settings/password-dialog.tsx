import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { keepCsrfToken } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'
import { changePassword, sessionsQuery } from '../api/settings.ts'
import { SecuredDialog } from './secured-dialog.tsx'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <SecuredDialog
      title="Change the password"
      about="Every other browser is signed out."
      field={{
        label: 'New password',
        name: 'new_password',
        type: 'password',
        autoComplete: 'new-password',
        hint: 'At least 10 characters. A few random words are good and easy to type.',
      }}
      onSend={async (new_password, current_password) => {
        const { csrf_token } = await changePassword({ current_password, new_password })
        keepCsrfToken(csrf_token)
        queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, csrf_token })
        await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        onClose()
        toast.success('The password is changed', { description: 'Every other browser is signed out.' })
      }}
      onClose={onClose}
    />
  )
}
