import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addAccountCommands } from './commands.ts'
import { completeWords } from './completion.ts'

const program = new Command('waymark')
addAccountCommands(program)

it.each([
  [['lo'], ['login', 'logout']],
  [
    ['links', ''],
    ['list', 'create', 'get', 'update', 'delete', 'open'],
  ],
  [['links', 'delete', '--'], ['--yes']],
  [['links', 'delete', 'some-slug', '--y'], ['--yes']],
  [['comp'], ['completion']],
  [['nothing-like-it'], []],
])('%j is completed', (words, expected) => {
  expect(completeWords(program, words)).toEqual(expected)
})
