import type { ShortUrl } from '#schemas/links.ts'

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

export const csvHead = `${Object.keys(columns).join(',')}\r\n`

/** RFC 4180, one line for each. */
export const csvLines = (links: readonly ShortUrl[]): string =>
  links
    .map(
      (link) =>
        `${Object.values(columns)
          .map((read) => writeCell(read(link)))
          .join(',')}\r\n`,
    )
    .join('')

/** What a spreadsheet would take for a formula is text: whoever named a link could otherwise have it run something. */
function writeCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
