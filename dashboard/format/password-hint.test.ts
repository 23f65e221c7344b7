import { expect, it } from 'vitest'
import { passwordHint } from './password-hint.ts'

it.each([
  ['', 'usual'],
  ['1234567', 'Passwords under 8 characters can be guessed. Use a longer one.'],
  ['12345678', 'usual'],
])('the hint for the password "%s" is "%s"', (password, hint) => {
  expect(passwordHint(password, 'usual')).toBe(hint)
})
