import { createHmac } from 'node:crypto'
import { visitorWindow } from '#core/visits/visitor-window.ts'
import { loadSalt } from '../clicks/visitor-salts.ts'
import type { Stores } from '../stores.ts'

/**
 * Hashes what is counted, such as the IP address of a client. After the day's salt is destroyed, no stored value can be
 * traced to the IP address, not even in Redis.
 */
export async function createSubjectHash(
  { sql, config }: Pick<Stores, 'sql' | 'config'>,
  now: number,
): Promise<(...subject: string[]) => string> {
  const salt = await loadSalt(sql, visitorWindow(now, config.VISITOR_WINDOW_DAYS))
  return (...subject) => createHmac('sha256', salt).update(JSON.stringify(subject)).digest('base64url')
}
