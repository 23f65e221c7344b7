import { expect, it } from 'vitest'
import { addDrops } from './add-drops.ts'

it('adds up the dropped clicks of all processes, most first', () => {
  const processes = [{ drops: { 'spool-torn': 1 } }, { drops: {} }, { drops: { 'link-deleted': 4, 'spool-torn': 2 } }]
  expect(addDrops(processes)).toEqual([
    { reason: 'link-deleted', clicks: 4 },
    { reason: 'spool-torn', clicks: 3 },
  ])
  expect(addDrops([])).toEqual([])
})
