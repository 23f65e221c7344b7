import { useRouter } from '@tanstack/react-router'

/** Opens the list if the page of this object is shown. Call it before the object is deleted: its page would read it again. */
export function useLeaveObject() {
  const router = useRouter()
  return async (list: '/links' | '/campaigns', id: string): Promise<void> => {
    if (router.matchRoute({ to: `${list}/$id`, params: { id } }) !== false) await router.navigate({ to: list })
  }
}
