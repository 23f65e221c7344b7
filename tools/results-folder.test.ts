import { expect, it } from 'vitest'
import { resultsFolder } from './results-folder.ts'
import { runCommand } from './run-command.ts'

it('Git ignores results that are not published', async () => {
  const ignored = async (publish: boolean) =>
    (await runCommand(['git', 'check-ignore', `${resultsFolder(publish)}/redirect.json`])).code === 0
  expect([await ignored(false), await ignored(true)]).toEqual([true, false])
})
