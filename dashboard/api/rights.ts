import { type Right, roleHas } from '#schemas/roles.ts'
import { useSession } from './session.ts'

/** Whether the role of the user includes a right. */
export function useCan(): (right: Right) => boolean {
  const { role } = useSession()
  return (right) => roleHas(role, right)
}
