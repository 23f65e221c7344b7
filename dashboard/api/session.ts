import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { currentSession } from '#schemas/sessions.ts'
import { keepTimeZone } from '../format/time-zone.ts'
import { keepDraftsOf } from '../parts/drafts.ts'
import { keepCsrfToken, keepShown, read } from './client.ts'

type CurrentSession = z.output<typeof currentSession>

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }) {
    const session = await read<CurrentSession>('/api/app/session', { signal })
    keepCsrfToken(session.csrf_token)
    keepShown(session.user.id, session.account.id)
    keepDraftsOf(session.user.id, session.account.id)
    keepTimeZone(session.user.time_zone)
    return session
  },
})

export const useSession = (): CurrentSession => useSuspenseQuery(sessionQuery).data
