import type { StagedPart } from './archive-parts.ts'
import type { ArchiveRun } from './archive-run.ts'
import { importArchivedLinks } from './import-archived-links.ts'
import { importClicks } from './import-clicks.ts'
import { importCodes } from './import-codes.ts'
import { importConversions } from './import-conversions.ts'
import { importDomains } from './import-domains.ts'
import { importExperiments } from './import-experiments.ts'
import { importHead, importLinkDefaults, importLogos, importNamed, importTags } from './import-plain.ts'
import { importWebhooks } from './import-webhooks.ts'

/** Imports a part of an archive. Its objects exist once when this returns, however often it is called. */
export async function importArchivePart(importing: ArchiveRun, part: StagedPart): Promise<void> {
  switch (part.kind) {
    case 'head':
      return await importHead(importing, part)
    case 'campaigns':
    case 'utm_templates':
      return await importNamed(importing, part)
    case 'tags':
      return await importTags(importing, part)
    case 'qr_assets':
      return await importLogos(importing, part)
    case 'domains':
      return await importDomains(importing, part)
    case 'link_defaults':
      return await importLinkDefaults(importing, part)
    case 'links':
      return await importArchivedLinks(importing, part)
    case 'qr_codes':
      return await importCodes(importing, part)
    case 'ab_tests':
      return await importExperiments(importing, part)
    case 'conversions':
      return await importConversions(importing, part)
    case 'webhooks':
      return await importWebhooks(importing, part)
    case 'clicks':
      return await importClicks(importing, part)
  }
}
