import { completeTest } from './complete-test.ts'
import { createQrTest } from './create-qr-test.ts'
import { createUrlTest } from './create-url-test.ts'
import { deleteTest } from './delete-test.ts'
import { type Family, qrTests, urlTests } from './families.ts'
import { getTest } from './get-test.ts'
import { listTests } from './list-tests.ts'
import { moveTest } from './move-test.ts'
import { readAnalytics } from './read-analytics.ts'
import { readQrAnalytics } from './read-qr-analytics.ts'
import { updateTest } from './update-test.ts'

const both = (family: Family) => [
  listTests(family),
  getTest(family),
  updateTest(family),
  deleteTest(family),
  moveTest(family, 'start'),
  moveTest(family, 'pause'),
  moveTest(family, 'resume'),
  completeTest(family),
]

export const abTests = [
  createUrlTest,
  ...both(urlTests),
  readAnalytics,
  createQrTest,
  ...both(qrTests),
  readQrAnalytics,
]
