import type { CodeFilter } from '../api/qr-codes.ts'
import { FilterBox } from '../parts/filter-box.tsx'
import { FilterChoice } from '../parts/filter-choice.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import { codeStates, codeStatus, contentType, kindNames } from './code-search.ts'

export const CodeFilters = ({ filter, onChange }: { filter: CodeFilter; onChange: (change: CodeFilter) => void }) => (
  <search className="mb-4 flex flex-wrap gap-2">
    <PageSearch
      label="Search QR codes"
      placeholder="Search by name or content"
      className="min-w-full flex-1 sm:min-w-40"
      sought={filter.q}
      onSeek={(q) => onChange({ q })}
    />
    <FilterBox
      label="Type"
      all="All types"
      className="w-44 max-sm:flex-1"
      chosen={filter.kind}
      options={Object.entries(kindNames)}
      onChoose={(kind) => onChange({ kind: contentType(kind) })}
    />
    <FilterChoice
      label="Status"
      all="All statuses"
      className="w-auto! max-sm:flex-1"
      chosen={filter.status}
      options={Object.entries(codeStates).map(([state, { name }]) => [state, name])}
      onChoose={(status) => onChange({ status: codeStatus(status) })}
    />
  </search>
)
