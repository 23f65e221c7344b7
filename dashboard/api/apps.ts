import type { z } from 'zod'
import type { connectedApp } from '#schemas/oauth.ts'
import { change } from './client.ts'
import { readQuery } from './pages.ts'

export type ConnectedApp = z.output<typeof connectedApp>

const path = '/api/v1/me/connected-apps'

export const appsQuery = readQuery<ConnectedApp[]>(['apps'], path)

export const revokeApp = (id: string) => change('DELETE', `${path}/${id}`)
