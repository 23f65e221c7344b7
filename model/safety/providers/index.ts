import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { phishTank } from './phish-tank.ts'
import type { ThreatProvider } from './provider.ts'
import { safeBrowsing } from './safe-browsing.ts'
import { webRisk } from './web-risk.ts'

type Settings = Pick<Config, 'SAFE_BROWSING_KEY' | 'WEB_RISK_KEY' | 'PHISHTANK_URL'>

/** The providers for which the installation has a key. */
export const openProviders = (config: Settings, sql: Sql): ThreatProvider[] => [
  ...(config.SAFE_BROWSING_KEY === undefined ? [] : [safeBrowsing(config.SAFE_BROWSING_KEY)]),
  ...(config.WEB_RISK_KEY === undefined ? [] : [webRisk(config.WEB_RISK_KEY)]),
  ...(config.PHISHTANK_URL === undefined ? [] : [phishTank(sql, config.PHISHTANK_URL)]),
]
