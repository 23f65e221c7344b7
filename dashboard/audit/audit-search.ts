import type { AuditFilter } from '../api/audit.ts'
import { readKey, readText } from '../format/read-search.ts'
import { dropUnset } from '../reports/search.ts'

const actors = { user: 1, key: 1, app: 1, cli: 1, schedule: 1, system: 1 } satisfies Record<
  NonNullable<AuditFilter['who']>,
  1
>

export const readAuditSearch = (search: Record<string, unknown>): AuditFilter =>
  dropUnset({ q: readText(search['q'], 200), who: readKey(actors, search['who']) })
