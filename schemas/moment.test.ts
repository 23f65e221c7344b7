import { describe, expect, it } from 'vitest'
import { moment, momentOrDay } from './moment.ts'

describe.each([
  ['moment', moment],
  ['momentOrDay', momentOrDay],
])('%s', (_name, schema) => {
  it('reads a time with its offset', () => {
    expect(schema.parse('2026-03-01T12:00:00+02:00')).toEqual(new Date('2026-03-01T10:00:00Z'))
  })

  it.each(['0000-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00'])(
    'rejects %s, which not every ISO 8601 parser understands',
    (value) => expect(schema.safeParse(value).success).toBe(false),
  )

  it.each(['tomorrow', '2026-13-01T00:00:00Z', ''])('rejects %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

it('reads a date as its start, and a time without offset as UTC', () => {
  expect(momentOrDay.parse('2026-03-01')).toEqual(new Date('2026-03-01T00:00:00Z'))
  expect(momentOrDay.parse('2026-03-01T12:00:00')).toEqual(new Date('2026-03-01T12:00:00Z'))
})
