import { expect, it } from 'vitest'
import { root } from '../tools/root.ts'
import { runCommand } from '../tools/run-command.ts'

const bench = (option: string) => runCommand([process.execPath, '--import', 'tsx', `${root}/bench/main.ts`, option])
const usage = expect.stringMatching(/^Usage: npm run bench .*\n$/)

it('prints its usage', async () => {
  expect(await bench('--help')).toMatchObject({ code: 0, output: usage })
})

it('prints its usage for an option that it does not know', async () => {
  expect(await bench('--unknown')).toMatchObject({ code: 1, output: usage })
})
