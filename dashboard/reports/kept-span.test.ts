import { expect, it } from 'vitest'
import { carrySpan } from './kept-span.ts'

it('continues on the next page with the period of the last one', () => {
  carrySpan({ cause: 'enter', search: { period: '90d' } })
  expect(carrySpan({ cause: 'preload', search: {} })).toBeUndefined()
  expect(carrySpan({ cause: 'enter', search: {} })).toMatchObject({ period: '90d' })
  expect(carrySpan({ cause: 'enter', search: { period: '7d' } })).toBeUndefined()
  expect(carrySpan({ cause: 'enter', search: {} })).toMatchObject({ period: '7d' })
  expect(carrySpan({ cause: 'stay', search: {} }), 'the default was chosen').toBeUndefined()
  expect(carrySpan({ cause: 'enter', search: {} })).toBeUndefined()
})
