import { authenticatorCalls } from './accounts/authenticator-calls.ts'
import { changeOwnEmail } from './accounts/change-email.ts'
import { changeOwnPassword } from './accounts/change-password.ts'
import { changeOwnTimeZone } from './accounts/change-time-zone.ts'
import { confirmCode } from './accounts/confirm-code.ts'
import { confirmPassword } from './accounts/confirm-password.ts'
import { endOtherSessions } from './accounts/end-other-sessions.ts'
import { endSession } from './accounts/end-session.ts'
import { showContents } from './accounts/export-account.ts'
import { listSessions } from './accounts/list-sessions.ts'
import { showSession } from './accounts/show-session.ts'
import { auditCalls } from './audit/index.ts'
import { changeDestinationChecks, showDestinationChecks } from './destinations/destination-checks.ts'
import { readDestination } from './destinations/read-destination.ts'
import { readSiteIcons } from './destinations/read-site-icons.ts'
import { showBaseApps, updateBaseApps } from './domains/base-apps.ts'
import { showBaseDomain, updateBaseDomain } from './domains/base-domain.ts'
import { listLinkDefaults, updateLinkDefaults } from './domains/link-defaults.ts'
import type { Endpoint } from './frame/endpoint.ts'
import { listOperations } from './list-operations.ts'
import { memberCalls } from './members/index.ts'
import { passkeyCalls } from './passkeys/index.ts'
import { readSparklines } from './reports/read-sparklines.ts'
import { watchClicks } from './reports/watch-clicks.ts'
import { singleSignOnCalls } from './single-sign-on/index.ts'
import { checkBaseDomain } from './system/check-base-domain.ts'
import { showSystem } from './system/show-system.ts'

/** Calls under /api/app that only the dashboard uses. They are not part of the REST API. */
export const appCalls: readonly Endpoint[] = [
  showSession,
  listSessions,
  endSession,
  endOtherSessions,
  confirmPassword,
  confirmCode,
  changeOwnPassword,
  changeOwnEmail,
  changeOwnTimeZone,
  ...authenticatorCalls,
  ...passkeyCalls,
  ...memberCalls,
  showContents,
  ...singleSignOnCalls,
  ...auditCalls,
  showBaseDomain,
  updateBaseDomain,
  showBaseApps,
  updateBaseApps,
  listLinkDefaults,
  updateLinkDefaults,
  showSystem,
  checkBaseDomain,
  listOperations,
  readSparklines,
  readDestination,
  readSiteIcons,
  showDestinationChecks,
  changeDestinationChecks,
  watchClicks,
]
