import type { ListFormat } from '#schemas/list-exports.ts'
import type { CampaignFilter } from './campaigns.ts'
import { type Query, urlOf } from './client.ts'
import type { ExperimentKind, ExperimentStatus } from './experiments.ts'
import { describeFilter, type LinkFilter } from './links.ts'
import type { CodeFilter } from './qr-codes.ts'
import type { TagFilter } from './tags.ts'

/** A list of the API, and the filters of its export. */
export interface ExportedList {
  list: 'short-urls' | 'qr-codes' | 'campaigns' | 'tags' | 'url-ab-tests' | 'qr-ab-tests'
  query: Query
}

export const exportedLinks = (filter: LinkFilter): ExportedList => ({
  list: 'short-urls',
  query: describeFilter({ ...filter, sort: undefined }),
})

export const exportedCodes = ({ q, kind, status }: CodeFilter): ExportedList => ({
  list: 'qr-codes',
  query: { search: q, content_type: kind, status },
})

export const exportedCampaigns = ({ q, status }: CampaignFilter): ExportedList => ({
  list: 'campaigns',
  query: { search: q, status },
})

export const exportedTags = ({ q }: TagFilter): ExportedList => ({ list: 'tags', query: { search: q } })

export const exportedExperiments = (kind: ExperimentKind, status: ExperimentStatus | undefined): ExportedList => ({
  list: `${kind}-ab-tests`,
  query: { status },
})

/** Browsers download it with the session cookie. */
export const listExportUrl = ({ list, query }: ExportedList, format: ListFormat) =>
  urlOf(`/api/v1/${list}/export`, { ...query, format })
