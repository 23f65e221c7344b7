import { expect, it } from 'vitest'
import { invalidFields, malformedFields } from './api-error.ts'
import { readSentence, sentenceAbout, unknownMember } from './sentence-about.ts'

it.each([
  ['Must be a number.', '`size` must be a number.'],
  ['Must not be empty.', '`size` must not be empty.'],
  ['Cannot be changed.', '`size` cannot be changed.'],
  ['Required.', '`size` is required.'],
  ['Required with encryption WPA.', '`size` is required with encryption WPA.'],
  ['Requires a dynamic code.', '`size` requires a dynamic code.'],
  ['Not allowed with save: false.', '`size` is not allowed with save: false.'],
  ['Unknown field.', 'Unknown field `size`.'],
  ['Enter a full URL, such as https://example.com.', '`size`: Enter a full URL, such as https://example.com.'],
])('puts the name of the field into "%s"', (message, sentence) => {
  expect(sentenceAbout({ field: 'size', message })).toBe(sentence)
  const found = message === unknownMember ? undefined : { field: 'size', message }
  expect(readSentence(sentence)).toEqual(found)
})

it.each(['Link not found.', 'The slug `my_link` is taken.', '`size` was changed by another request.'])(
  'finds no field in "%s"',
  (sentence) => expect(readSentence(sentence)).toBeUndefined(),
)

it('calls the whole body by its name', () => {
  expect(sentenceAbout({ field: '', message: 'Must be an object.' })).toBe('The request body must be an object.')
  expect(sentenceAbout({ field: '', message: 'Required.' })).toBe('The request body is required.')
})

const errors = [
  { field: 'variants.0.name', message: 'Must be a string.' },
  { field: 'size', message: 'Unknown field.' },
] as const

it('is the message of an error about fields, which has all of them in its details', () => {
  const message = '`variants.0.name` must be a string.'
  expect(invalidFields(errors)).toMatchObject({ code: 'VALIDATION_ERROR', message, details: { errors } })
  const details = `${message} Unknown field \`size\`.`
  expect(malformedFields(errors)).toMatchObject({ code: 'BAD_REQUEST', message, details })
})
