import { z } from 'zod'
import { readEntryPages } from '#model/accounts/audit-log.ts'
import { auditEntry, auditExportQuery, auditLine, lineOf } from '#schemas/audit.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'
import { rowMediaTypes, streamRows } from '../frame/stream-rows.ts'

const rowsAtOnce = 500

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/audit-log/export',
  summary: 'Export the audit log',
  permission: 'read',
  bulk: true,
  query: auditExportQuery,
  reply: z.never(),
  files: [rowMediaTypes.csv, rowMediaTypes.ndjson],
  async handle({ query: { format, ...filter }, account, session, sql }) {
    demandSession(session)
    const pages = () => readEntryPages(sql, account.id, filter, rowsAtOnce)
    async function* lines() {
      for await (const rows of pages()) yield rows.map(lineOf)
    }
    return new FileReply({
      media_type: rowMediaTypes[format],
      filename: `audit-log.${format}`,
      disposition: 'attachment',
      make: () => (format === 'csv' ? streamRows(lines(), auditLine, format) : streamRows(pages(), auditEntry, format)),
    })
  },
})
