import { expect, it } from 'vitest'
import { eventTypes } from '#schemas/events.ts'
import { readDeliveryFilter } from './delivery-filter.ts'

const readEvent = (event: unknown) => readDeliveryFilter({ event }).event

it('reads the name of every event from the URL', () => {
  expect(eventTypes.map(readEvent)).toEqual(eventTypes)
})

it.each(['nonsense', 'constructor', 'url.created?', 'Url.created', '', 1, ['url.created'], null])(
  'ignores %j, which is not an event',
  (value) => {
    expect(readEvent(value)).toBeUndefined()
  },
)
