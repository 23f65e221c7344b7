import { countEntries, selectEntries } from '#model/accounts/audit-log.ts'
import { auditEntry, auditQuery } from '#schemas/audit.ts'
import { pageOf } from '#schemas/envelope.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/audit-log',
  summary: 'List the audit log',
  description: 'Newest first. Entries are kept for a year.',
  permission: 'read',
  query: auditQuery,
  reply: pageOf(auditEntry),
  envelope: 'page',
  async handle({ query, account, session, sql }) {
    demandSession(session)
    const select = (part: { limit: number; offset: number }) => selectEntries(sql, account.id, query, part)
    const { rows, pagination } = await readPage(query, select, countEntries(sql, account.id, query))
    return { data: rows, pagination }
  },
})
