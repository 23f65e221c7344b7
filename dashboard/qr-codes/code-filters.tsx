import type { CodeFilter } from '../api/qr-codes.ts'
import { inputStyle } from '../parts/field.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import { codeStatus, codeStatuses, contentType, kindNames } from './code-search.ts'

/** Search, kind and status; all of them stand in the address. */
export function CodeFilters({ filter, onChange }: { filter: CodeFilter; onChange: (change: CodeFilter) => void }) {
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <PageSearch
        label="Search QR codes"
        placeholder="Search by name or content"
        className="min-w-full flex-1 sm:min-w-40"
        sought={filter.q}
        onSeek={(q) => onChange({ q })}
      />
      <select
        aria-label="Kind"
        className={`${inputStyle} w-auto! max-sm:flex-1`}
        value={filter.kind ?? ''}
        onChange={({ target }) => onChange({ kind: contentType(target.value) })}
      >
        <option value="">Every kind</option>
        {Object.entries(kindNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        className={`${inputStyle} w-auto! max-sm:flex-1`}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: codeStatus(target.value) })}
      >
        <option value="">Every status</option>
        {Object.entries(codeStatuses).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </select>
    </search>
  )
}
