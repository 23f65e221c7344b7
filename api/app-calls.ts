import { changeOwnEmail } from './accounts/change-email.ts'
import { changeOwnPassword } from './accounts/change-password.ts'
import { changeOwnTimeZone } from './accounts/change-time-zone.ts'
import { confirmPassword } from './accounts/confirm-password.ts'
import { endOtherSessions } from './accounts/end-other-sessions.ts'
import { endSession } from './accounts/end-session.ts'
import { listSessions } from './accounts/list-sessions.ts'
import { showSession } from './accounts/show-session.ts'
import type { Endpoint } from './frame/endpoint.ts'
import { listTags } from './links/list-tags.ts'
import { readSparklines } from './reports/read-sparklines.ts'
import { checkBaseDomain } from './system/check-base-domain.ts'
import { showSystem } from './system/show-system.ts'

/** Calls under /api/app that only the dashboard uses. They are not part of the REST API. */
export const appCalls: readonly Endpoint[] = [
  showSession,
  listSessions,
  endSession,
  endOtherSessions,
  confirmPassword,
  changeOwnPassword,
  changeOwnEmail,
  changeOwnTimeZone,
  showSystem,
  checkBaseDomain,
  listTags,
  readSparklines,
]
