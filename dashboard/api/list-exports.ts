import type { ListFormat } from '#schemas/list-exports.ts'
import type { CampaignFilter } from './campaigns.ts'
import { downloadUrl, type Query } from './client.ts'
import type { ExperimentKind, ExperimentStatus } from './experiments.ts'
import { describeFilter, type LinkFilter } from './links.ts'
import type { CodeFilter } from './qr-codes.ts'
import type { TagFilter } from './tags.ts'

/** A list of the API with its current filters. */
export type ExportedList =
  | { list: 'short-urls'; filter: LinkFilter }
  | { list: 'qr-codes'; filter: CodeFilter }
  | { list: 'campaigns'; filter: CampaignFilter }
  | { list: 'tags'; filter: TagFilter }
  | { list: `${ExperimentKind}-ab-tests`; filter: { status: ExperimentStatus | undefined } }

export const listExportUrl = (exported: ExportedList, format: ListFormat) =>
  downloadUrl(`/api/v1/${exported.list}/export`, { ...queryOf(exported), format })

function queryOf({ list, filter }: ExportedList): Query {
  switch (list) {
    case 'short-urls':
      return describeFilter({ ...filter, sort: undefined })
    case 'qr-codes':
      return { search: filter.q, content_type: filter.kind, status: filter.status }
    case 'campaigns':
      return { search: filter.q, status: filter.status }
    case 'tags':
      return { search: filter.q }
    default:
      return filter
  }
}
