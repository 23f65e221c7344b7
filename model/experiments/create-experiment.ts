import { withLockedLink } from '../links/lock-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { FoundQrCode } from '../qr-codes/qr-code-row.ts'
import { readQrCode } from '../qr-codes/read-qr-code.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { insertExperiment, type NewExperiment } from './insert-experiment.ts'
import { readExperiment } from './read-experiment.ts'

export type NewExperimentOutcome =
  | { kind: 'created'; test: FoundExperiment }
  | { kind: 'not-found' }
  | { kind: 'in-test'; test_id: string }
  /** Its QR code says what it says for ever, or shows a page. */
  | { kind: 'untestable' }
  /** Its clicks are not counted: a test of it would never say anything. */
  | { kind: 'untracked' }

/** Makes a draft on a link of the account. */
export async function createExperiment(
  { sql }: Pick<LinkStores, 'sql'>,
  test: NewExperiment,
  where: { account_id: string; link_id: string },
): Promise<NewExperimentOutcome> {
  const outcome = await withLockedLink(sql, where, async (tx, { ab_test_id, qr_code_id, tracking_enabled }) => {
    if (ab_test_id !== null) return { kind: 'in-test', test_id: ab_test_id } as const
    const code = qr_code_id === null ? undefined : await readQrCode(tx, qr_code_id)
    if (code !== undefined && !canBeTested(code)) return { kind: 'untestable' } as const
    if (!tracking_enabled) return { kind: 'untracked' } as const
    await insertExperiment(tx, test, { ...where, qr_code_id })
    const made = await readExperiment(tx, test.id)
    if (made === undefined) throw new Error(`test ${test.id} vanished from its transaction`)
    return { kind: 'created', test: made } as const
  })
  return outcome ?? { kind: 'not-found' }
}

const canBeTested = ({ is_dynamic, content }: FoundQrCode): boolean => is_dynamic && content.content_type === 'url'
