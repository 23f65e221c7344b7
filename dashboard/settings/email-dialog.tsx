import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sessionQuery } from '../api/session.ts'
import { changeEmail } from '../api/settings.ts'
import { SecuredDialog } from './secured-dialog.tsx'

export function EmailDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <SecuredDialog
      title="Change the e-mail address"
      about="You sign in with it from the next time on."
      field={{ label: 'New e-mail', name: 'email', type: 'email', autoComplete: 'email' }}
      onSend={async (email, current_password) => {
        const user = await changeEmail({ current_password, email })
        queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user })
        onClose()
        toast.success('The e-mail address is changed', { description: user.email })
      }}
      onClose={onClose}
    />
  )
}
