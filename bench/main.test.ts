import { expect, it } from 'vitest'
import { root } from '../tools/root.ts'
import { runCommand } from '../tools/run-command.ts'

it('prints its usage for an option that it does not know', async () => {
  const answer = await runCommand([process.execPath, '--import', 'tsx', `${root}/bench/main.ts`, '--unknown'])
  expect(answer).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: npm run bench .*\n.*\n.*\n$/) })
})
