import type { z } from 'zod'
import type { auditEntry } from '#schemas/audit.ts'
import { downloadUrl, type Page, type Query } from './client.ts'
import { numberedPages } from './pages.ts'

export type AuditEntry = z.output<typeof auditEntry>

export interface AuditFilter {
  who?: 'user' | 'key' | 'app' | 'cli' | 'schedule' | 'system' | undefined
  q?: string | undefined
}

const path = '/api/app/audit-log'
const queryOf = ({ who, q }: AuditFilter): Query => ({ actor_type: who, search: q })

export const auditQuery = (filter: AuditFilter) =>
  numberedPages<Page<AuditEntry>>(['audit-log', filter], path, { ...queryOf(filter), limit: 50 })

export const auditExportUrl = (filter: AuditFilter, format: 'csv' | 'ndjson') =>
  downloadUrl(`${path}/export`, { ...queryOf(filter), format })
