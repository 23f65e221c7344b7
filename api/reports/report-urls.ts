import { describeLink, type StoredCounts } from '#model/links/describe-link.ts'
import { joinCounts } from '#model/links/present-links.ts'
import { selectLinksById } from '#model/links/select-links.ts'
import type { ShortUrl } from '#schemas/links.ts'
import type { Services } from '../frame/endpoint.ts'

export interface ReportedUrl extends ShortUrl {
  name: string
}

/** Links in the order of their ids, as shown in reports, without those that were just deleted. */
export async function reportUrls(
  { sql, config }: Pick<Services, 'sql' | 'config'>,
  ids: readonly string[],
  countsOf: (linkId: string) => StoredCounts | null = () => null,
): Promise<ReportedUrl[]> {
  if (ids.length === 0) return []
  const links = await selectLinksById(sql, ids)
  const known = new Map(links.map((link) => [link.id, link]))
  const now = Date.now()
  return ids.flatMap((id) => {
    const link = known.get(id)
    if (link === undefined) return []
    return [{ ...describeLink(joinCounts(link, countsOf(id)), config, now), name: link.name ?? link.code }]
  })
}
