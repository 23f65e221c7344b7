import { exportAuditLog } from './export-audit-log.ts'
import { listAuditLog } from './list-audit-log.ts'

/** Calls under /api/app. */
export const auditCalls = [listAuditLog, exportAuditLog]
