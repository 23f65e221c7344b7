import { expect, it } from 'vitest'
import { Failure, fieldError, fieldsIn, invalid, messageOf, sentenceOf, withoutApiTerms } from './failure.ts'

const refused = (message: string, details?: unknown) =>
  new Failure(message, { status: 422, code: 'VALIDATION_ERROR', requestId: 'r-1', details })

it.each([
  ['`max_clicks` must be a number.', 'Click limit must be a number.'],
  ['max_clicks must be a number.', 'Click limit must be a number.'],
  ['`url`: Enter a full URL.', 'URL: Enter a full URL.'],
  ['`og.image_url` is required.', 'Image URL is required.'],
  ['`variants.3.destination_url` is required.', 'Destination URL is required.'],
  ['`utm_source` must not be empty.', 'UTM source must not be empty.'],
  ['`campaign_id` is not a campaign.', 'Campaign is not a campaign.'],
  ['`expires_at` must be after `starts_at`.', 'Expiration date must be after start date.'],
  ['The slug `my_link` is taken.', 'The slug `my_link` is taken.'],
  ['`tags.1` must not be empty.', 'Tags must not be empty.'],
  ['Short URL not found.', 'Link not found.'],
  ['Must not be a short URL of this installation.', 'Must not be a link of this installation.'],
  ['This alias is taken. Choose another one.', 'This slug is taken. Choose another one.'],
  ['Link not found.', 'Link not found.'],
  ['Unknown field `constructor`.', 'Unknown field `constructor`.'],
  ['Must be on or after the `start_date`.', 'Must be on or after the start date.'],
  [
    'Cannot be changed because a QR code encodes it. First delete the code with keep_short_url=true.',
    'Cannot be changed because a QR code encodes it.',
  ],
  [
    'The first request with this Idempotency-Key is still running. Try again later.',
    'The first request is still running. Try again later.',
  ],
  ['https://example.com/my_page is taken.', 'https://example.com/my_page is taken.'],
  ['Requires `ios_url`.', 'Requires iOS destination.'],
])('shows %s as: %s', (message, shown) => {
  expect(messageOf(refused(message))).toBe(shown)
})

it('names no field if the details of a refusal are a word', () => {
  const failure = new Failure('Changed.', { status: 409, code: 'CONFLICT', requestId: null, details: 'other_account' })
  expect(fieldError(failure, 'custom_alias')).toBeUndefined()
})

it('shows the sentence of a field at the field, and elsewhere with its label', () => {
  const error = { field: 'expires_at', message: 'Must be after starts_at.' }
  const failure = refused('`expires_at` must be after starts_at.', { errors: [error] })
  expect(fieldError(failure, 'expires_at')).toBe('Must be after start date.')
  expect(fieldError(failure, 'starts_at')).toBeUndefined()
  expect(sentenceOf(error)).toBe('Expiration date must be after start date.')
})

it('shows the error of an item at the field of its list', () => {
  const failure = refused('`tags.1` must not be empty.', {
    errors: [{ field: 'tags.1', message: 'Must not be empty.' }],
  })
  expect(fieldError(failure, 'tags')).toBe('Item 2: Must not be empty.')
})

it.each(['a sentence', undefined])('has no errors of fields in the details %j', (details) => {
  expect(fieldError(refused('Link not found.', details), 'url')).toBeUndefined()
})

it.each([new TypeError('x is not a function'), 'x', null])('does not show %j', (error) => {
  expect(messageOf(error)).toBe('Something went wrong. Reload the page and try again.')
  expect(fieldError(error, 'url')).toBeUndefined()
})

it('shows a taken value at its field', () => {
  const taken = new Failure('This alias is taken.', {
    status: 409,
    code: 'CONFLICT',
    requestId: 'r-1',
    details: { alias: 'spring' },
  })
  expect(fieldError(taken, 'custom_alias')).toBe('This slug is taken.')
  expect(fieldError(taken, 'domain')).toBeUndefined()
})

it('shows what a form finds itself like what the API finds', () => {
  const failure = invalid([{ field: 'end_date', message: 'Must be on or after the `start_date`.' }])
  expect(fieldError(failure, 'end_date')).toBe('Must be on or after the start date.')
})

it.each([
  ['`expires_at` must be after starts_at.', [['expires_at'], ['starts_at']]],
  ['Must be after the start date.', [expect.arrayContaining(['starts_at', 'start_date'])]],
  ['Enter a full URL, such as https://example.com.', []],
])('finds the fields that a message is about: %s', (message, fields) => {
  expect(fieldsIn(message)).toEqual(fields)
})

it('shows the field of a 400 at the field', () => {
  const message = '`name`: Another campaign has this name. Choose a different one.'
  const failure = new Failure(message, { status: 400, code: 'BAD_REQUEST', requestId: 'r-1', details: message })
  expect(fieldError(failure, 'name')).toBe('Another campaign has this name. Choose a different one.')
})

it('calls a short URL a link, as the rest of the dashboard', () => {
  expect(withoutApiTerms('Create a short URL')).toBe('Create a link')
  expect(withoutApiTerms('Update short URLs in bulk')).toBe('Update links in bulk')
})
