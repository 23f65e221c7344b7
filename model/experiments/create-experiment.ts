import { ApiError, invalidField } from '#core/api-error.ts'
import { withLockedLink } from '../links/lock-link.ts'
import { refuseTrashed } from '../links/trash-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { FoundQrCode } from '../qr-codes/qr-code-row.ts'
import { readQrCode } from '../qr-codes/read-qr-code.ts'
import type { FoundExperiment } from './experiment-row.ts'
import { insertExperiment, type NewExperiment } from './insert-experiment.ts'
import { readExperiment } from './read-experiment.ts'

interface Where {
  account_id: string
  link_id: string
  /** Name of the link in the body. */
  field: 'primary_url_id' | 'qr_code_id'
}

/** Creates a draft for a link of the account. undefined if there is no such link. */
export async function createExperiment(
  stores: Pick<LinkStores, 'sql' | 'config'>,
  test: NewExperiment,
  { field, ...where }: Where,
): Promise<FoundExperiment | undefined> {
  return await withLockedLink(stores, where, async (tx, link) => {
    const { ab_test_id, qr_code_id, tracking_enabled } = link
    refuseTrashed(link)
    if (ab_test_id !== null) throw isInTest(ab_test_id)
    const code = qr_code_id === null ? undefined : await readQrCode(tx, qr_code_id)
    if (code !== undefined && !canBeTested(code)) throw invalidField(field, needsUrl)
    if (!tracking_enabled) throw invalidField(field, needsTracking)
    await insertExperiment(tx, test, { ...where, qr_code_id })
    const made = await readExperiment(tx, test.id)
    if (made === undefined) throw new Error(`test ${test.id} vanished from its transaction`)
    return made
  })
}

const canBeTested = ({ is_dynamic, content }: FoundQrCode): boolean => is_dynamic && content.content_type === 'url'

const needsUrl = 'Must be a link whose destination can change. The QR code of this one is static or shows a page.'
const needsTracking = 'Must be a link with click tracking. Set its tracking_enabled to true first.'
const isInTest = (test_id: string) =>
  new ApiError('CONFLICT', 'This short URL is already in an A/B test. Complete or delete that test first.', { test_id })
