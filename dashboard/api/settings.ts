import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { me, usage } from '#schemas/keys.ts'
import type { changedPassword, changedUser, session } from '#schemas/sessions.ts'
import { change, read } from './client.ts'

export type Session = z.output<typeof session>
type User = z.output<typeof changedUser>

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => read<Session[]>('/api/app/sessions', { signal }),
})

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => read<z.output<typeof me>>('/api/v1/me', { signal }),
})

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => read<z.output<typeof usage>>('/api/v1/usage', { signal }),
})

export const endSession = (id: string) => change('DELETE', `/api/app/sessions/${id}`)
export const endOtherSessions = () => change<{ message: string }>('DELETE', '/api/app/sessions')
export const changeTimeZone = (time_zone: string | null) =>
  change<User>('PUT', '/api/app/time-zone', { body: { time_zone } })
export const changeEmail = (body: { current_password: string; email: string }) =>
  change<User>('PUT', '/api/app/email', { body })
export const changePassword = (body: { current_password: string; new_password: string }) =>
  change<z.output<typeof changedPassword>>('PUT', '/api/app/password', { body })
