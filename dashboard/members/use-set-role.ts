import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Role } from '#schemas/roles.ts'
import { messageOf } from '../api/failure.ts'
import { changeRole, type Member, membersQuery } from '../api/members.ts'
import { inOrder, usePending } from '../parts/in-order.ts'

interface RoleChange {
  role: Role
  before: Role
}

/** The role of another member, and a function that changes it. The new role is shown at once. */
export function useSetRole({ id, email, role: saved }: Member): { role: Role; setRole: (role: Role) => void } {
  const queries = useQueryClient()
  const { queryKey } = membersQuery
  const key = ['role', id]
  const role = usePending<RoleChange>(key).at(-1)?.role ?? saved
  const change = useMutation({
    ...inOrder(key),
    mutationFn: ({ role }: RoleChange) => changeRole(id, role),
    async onSuccess(_, { role, before }) {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (old) => old?.map((one) => (one.id === id ? { ...one, role } : one)))
      const undo = (event: { preventDefault: () => void }) => {
        // The toast stays, and then shows the former role.
        event.preventDefault()
        change.mutate({ role: before, before: role })
      }
      toast.success(`${email} is now ${role}`, { id: `role-${id}`, action: { label: 'Undo', onClick: undo } })
    },
    onError: (failure) => toast.error('Could not change the role', { description: messageOf(failure) }),
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })
  return { role, setRole: (chosen) => change.mutate({ role: chosen, before: role }) }
}
