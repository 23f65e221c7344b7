import { isDeepStrictEqual } from 'node:util'
import type { CodeRestorable, FieldChange } from '#schemas/history.ts'
import type { FoundQrCode } from '../qr-codes/qr-code-row.ts'
import type { Restoration } from './link-changes.ts'
import { shownValue } from './plain-changes.ts'
import type { ColumnValues } from './read-history.ts'

const plainFields = ['name', 'tags', 'campaign_id', 'expires_at', 'tracking_enabled', 'visual_settings'] as const

/** What differs between a QR code and its earlier columns. Content with a password is not kept, and cannot be restored. */
export function planCodeRestoration(
  code: FoundQrCode,
  earlier: ColumnValues,
  fields?: readonly CodeRestorable[],
): Restoration {
  const plan: Restoration = { restored: [], not_restored: [] }
  const isWanted = (field: CodeRestorable) => fields?.includes(field) !== false
  for (const field of plainFields) {
    if (!(field in earlier) || !isWanted(field)) continue
    const [before, after] = [currentOf(code[field]), shownValue(field, earlier[field])]
    if (!isDeepStrictEqual(before, after)) plan.restored.push({ field, before, after })
  }
  if (isWanted('content_data')) addContent(plan, code, earlier)
  return plan
}

function addContent(plan: Restoration, { content, is_dynamic }: FoundQrCode, earlier: ColumnValues): void {
  if (!('content_data' in earlier)) return
  const { content_type = content.content_type, content_data } = earlier
  // The content of a static code is in its image.
  if (typeof content_data !== 'object' || !is_dynamic) return void plan.not_restored.push('content_data')
  const changes: FieldChange[] = [
    { field: 'content_type', before: content.content_type, after: content_type },
    { field: 'content_data', before: withoutPassword(content.content_data), after: content_data },
  ]
  plan.restored.push(...changes.filter(({ before, after }) => !isDeepStrictEqual(before, after)))
}

/** As the history keeps it. */
const withoutPassword = (data: object): unknown => ('password' in data ? true : data)

const currentOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)
