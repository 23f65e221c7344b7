import { expect, it } from 'vitest'
import { z } from 'zod'
import { queues } from './queues.ts'

const batch = { batch_id: '01890a5d-ac96-774b-bcce-b302099a0000', rows: 1, tsv: 'Cw==', reply_to: 'redirector-1' }
const traced = { ...batch, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }

it('accepts batches with and without a trace, and drops a malformed trace instead of the batch', () => {
  const { payload } = queues.clicks
  expect(payload.parse(batch)).toEqual(batch)
  expect(payload.parse(traced)).toEqual(traced)
  expect(payload.parse({ ...batch, traceparent: 5 })).toEqual({ ...batch, traceparent: undefined })
})

it('sends traced batches that workers from before traces accept', () => {
  const before = z.object({
    batch_id: z.uuid(),
    rows: z.number().int().positive(),
    tsv: z.string(),
    reply_to: z.string(),
  })
  expect(before.parse(traced)).toEqual(batch)
})
