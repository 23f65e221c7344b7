import { completeTest } from './complete-experiment.ts'
import { createConversion } from './create-conversion.ts'
import { createQrTest } from './create-of-code.ts'
import { createUrlTest } from './create-of-link.ts'
import { deleteTest } from './delete-experiment.ts'
import { type Family, qrTests, urlTests } from './families.ts'
import { getTest } from './get-experiment.ts'
import { listTests } from './list-experiments.ts'
import { moveTest } from './move-experiment.ts'
import { readQrAnalytics } from './report-of-code.ts'
import { readAnalytics } from './report-of-link.ts'
import { updateTest } from './update-experiment.ts'

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

export const conversions = [createConversion]
