import { buildDashboard } from './build-dashboard.ts'

await buildDashboard(console.log)
