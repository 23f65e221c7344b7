import type { AuditFilter } from '../api/audit.ts'
import { readKey, readText } from '../format/read-search.ts'
import { dropUnset } from '../reports/search.ts'

export const actorNames = {
  user: 'Users',
  key: 'API keys',
  app: 'Apps',
  cli: 'Command line',
  system: 'Waymark',
} as const

export const readAuditSearch = (search: Record<string, unknown>): AuditFilter =>
  dropUnset({ q: readText(search['q'], 200), who: readKey(actorNames, search['who']) })
