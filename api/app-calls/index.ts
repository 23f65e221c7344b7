import type { Endpoint } from '../frame/endpoint.ts'
import { changeOwnEmail } from './change-email.ts'
import { changeOwnPassword } from './change-password.ts'
import { changeOwnTimeZone } from './change-time-zone.ts'
import { checkBaseDomain } from './check-base-domain.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { listTags } from './list-tags.ts'
import { readSparklines } from './read-sparklines.ts'
import { showSession } from './show-session.ts'
import { showSystem } from './show-system.ts'

/** What the web pages ask under /api/app: about the signed-in user, or for one page alone, so not part of the REST API. */
export const appCalls: readonly Endpoint[] = [
  showSession,
  listSessions,
  endSession,
  endOtherSessions,
  changeOwnPassword,
  changeOwnEmail,
  changeOwnTimeZone,
  showSystem,
  checkBaseDomain,
  listTags,
  readSparklines,
]
