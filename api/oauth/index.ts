import type { Endpoint } from '../frame/endpoint.ts'
import { disconnect } from './disconnect-app.ts'
import { listConnectedApps } from './list-connected-apps.ts'

export const connectedApps: readonly Endpoint[] = [listConnectedApps, disconnect]
