import type { z } from 'zod'
import type { DestinationChecks } from '#schemas/destinations.ts'
import type { me, usage } from '#schemas/keys.ts'
import type { changedPassword, changedUser, changePasswordBody, session } from '#schemas/sessions.ts'
import { change } from './client.ts'
import { readQuery } from './pages.ts'

export type Session = z.output<typeof session>
type User = z.output<typeof changedUser>

export const sessionsQuery = readQuery<Session[]>(['sessions'], '/api/app/sessions')
export const planQuery = readQuery<z.output<typeof me>>(['plan'], '/api/v1/me')
export const usageQuery = readQuery<z.output<typeof usage>>(['usage'], '/api/v1/usage')

export const destinationChecksQuery = readQuery<DestinationChecks>(
  ['destination-checks'],
  '/api/app/account/destination-checks',
)

export const changeDestinationChecks = (is_on: boolean) =>
  change<DestinationChecks>('PUT', '/api/app/account/destination-checks', { body: { is_on } })
export const endSession = (id: string) => change('DELETE', `/api/app/sessions/${id}`)
export const endOtherSessions = () => change<{ message: string }>('DELETE', '/api/app/sessions')
export const changeTimeZone = (time_zone: string | null) =>
  change<User>('PUT', '/api/app/time-zone', { body: { time_zone } })
export const changeEmail = (body: { current_password: string; email: string }) =>
  change<User>('PUT', '/api/app/email', { body })
export const confirmPassword = (current_password: string) =>
  change('POST', '/api/app/confirm-password', { body: { current_password }, isQuestion: true })
export const changePassword = (body: z.input<typeof changePasswordBody>) =>
  change<z.output<typeof changedPassword>>('PUT', '/api/app/password', { body })
