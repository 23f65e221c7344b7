import type { Endpoint } from '../http/endpoint.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { showSession } from './show-session.ts'

/** What the web pages ask under /api/app: about the signed-in user, so not part of the REST API. */
export const appCalls: readonly Endpoint[] = [showSession, listSessions, endOtherSessions]
