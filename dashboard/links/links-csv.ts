import type { ShortUrl } from '#schemas/links.ts'
import { csvLine } from '../format/csv.ts'

const columns = {
  short_url: (link) => link.short_url,
  original_url: (link) => link.original_url,
  name: (link) => link.name,
  description: (link) => link.description,
  tags: (link) => link.tags.join(','),
  campaign_id: (link) => link.campaign_id,
  external_id: (link) => link.external_id,
  status: (link) => link.status,
  click_count: (link) => link.click_count,
  unique_visitors: (link) => link.unique_visitors,
  last_clicked_at: (link) => link.last_clicked_at ?? null,
  starts_at: (link) => link.starts_at,
  expires_at: (link) => link.expires_at,
  max_clicks: (link) => link.max_clicks,
  created_at: (link) => link.created_at,
  id: (link) => link.id,
} as const satisfies Record<string, (link: ShortUrl) => string | number | null>

export const csvHead = csvLine(Object.keys(columns))

export const csvLines = (links: readonly ShortUrl[]): string =>
  links.map((link) => csvLine(Object.values(columns).map((read) => read(link)))).join('')
