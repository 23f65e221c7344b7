import { accounts, keys } from './accounts/index.ts'
import { campaigns } from './campaigns/index.ts'
import { domains } from './domains/index.ts'
import { experiments } from './experiments/index.ts'
import type { Endpoint } from './frame/endpoint.ts'
import { imports } from './imports/index.ts'
import { links } from './links/index.ts'
import { connectedApps } from './oauth/index.ts'
import { qrCodes } from './qr-codes/index.ts'
import { reports } from './reports/index.ts'
import { tags } from './tags/index.ts'
import { utmTemplates } from './utm-templates/index.ts'
import { webhooks } from './webhooks/index.ts'

/** All endpoints of the REST API, grouped by feature. */
export const endpoints: readonly Endpoint[] = [
  ...accounts,
  ...connectedApps,
  ...keys,
  ...domains,
  ...links,
  ...imports,
  ...campaigns,
  ...tags,
  ...utmTemplates,
  ...reports,
  ...qrCodes,
  ...experiments,
  ...webhooks,
]
