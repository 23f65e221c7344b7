import { buildApps } from './build-apps.ts'
import { buildDashboard } from './build-dashboard.ts'

await buildApps(console.log)
await buildDashboard(console.log)
