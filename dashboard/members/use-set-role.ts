import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Role } from '#schemas/roles.ts'
import { messageOf } from '../api/failure.ts'
import { changeRole, type Member, membersQuery } from '../api/members.ts'

const mutationKey = ['role']

/** Changes the role of another member. The new role is shown at once, and the old one again if the request fails. */
export function useSetRole({ id, email, role: before }: Member): (role: Role) => void {
  const queries = useQueryClient()
  const { queryKey } = membersQuery
  const change = useMutation({
    mutationKey,
    // A shared scope sends the requests in order, so the last one wins.
    scope: { id: `role ${id}` },
    mutationFn: ({ role }: { role: Role; before: Role }) => changeRole(id, role),
    onMutate: async ({ role }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (old) => old?.map((one) => (one.id === id ? { ...one, role } : one)))
    },
    onSuccess: (_, { role, before }) => {
      const undo = () => change.mutate({ role: before, before: role })
      toast.success(`${email} is now ${role}`, { id: `role-${id}`, action: { label: 'Undo', onClick: undo } })
    },
    onError: (failure) => toast.error('Could not change the role', { description: messageOf(failure) }),
    onSettled: async () => {
      // The list does not have the roles yet that are still being sent.
      if (queries.isMutating({ mutationKey }) === 1) await queries.invalidateQueries({ queryKey })
    },
  })
  return (role) => change.mutate({ role, before })
}
