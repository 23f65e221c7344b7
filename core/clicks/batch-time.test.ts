import { expect, it } from 'vitest'
import { newBatchId } from '../../test/factories/click-batch.ts'
import { batchTime } from './batch-time.ts'

it('is the millisecond in which the segment was opened', () => {
  expect(batchTime(newBatchId(1_767_225_600_123))).toBe(1_767_225_600_123)
})
