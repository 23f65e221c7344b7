import type { z } from 'zod'
import type {
  identities,
  SingleSignOnSettings,
  singleSignOn,
  singleSignOnBody,
  startedConnection,
  triedProvider,
} from '#schemas/single-sign-on.ts'
import { change } from './client.ts'
import { readQuery } from './pages.ts'

export type SingleSignOn = z.output<typeof singleSignOn>
export type Settings = SingleSignOnSettings
export type Connection = z.output<typeof identities>['connections'][number]
export type TriedProvider = z.output<typeof triedProvider>

const path = '/api/app/single-sign-on'

export const singleSignOnQuery = readQuery<SingleSignOn>(['single-sign-on'], path)
export const connectionsQuery = readQuery<z.output<typeof identities>>(['identities'], '/api/app/identities')

export const saveSingleSignOn = (body: z.input<typeof singleSignOnBody>) => change<SingleSignOn>('PUT', path, { body })
export const removeSingleSignOn = () => change('DELETE', path)
export const tryProvider = (issuer: string) =>
  change<TriedProvider>('POST', `${path}/try`, { body: { issuer }, isQuestion: true })
export const connect = () => change<z.output<typeof startedConnection>>('POST', '/api/app/identities')
export const disconnect = (id: string) => change('DELETE', `/api/app/identities/${id}`)
