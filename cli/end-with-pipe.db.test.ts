import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { builtProgram } from '#runtime/project.ts'

it('a command ends silently if its output is no longer read', async () => {
  const child = spawn(process.execPath, [builtProgram('cli/main.ts'), 'completion', 'bash'], { env: {} })
  // Closed before the program has started.
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, stderr]).toEqual([141, ''])
})
