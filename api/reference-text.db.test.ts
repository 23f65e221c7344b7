import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { endpoints } from './endpoints.ts'
import { describeApi } from './frame/openapi.ts'
import { basePlaceholder } from './reference-text.ts'

const build = join(builtProgram('api/main.ts'), '../..')
const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
const chunks = files.filter((path) => /^reference-text-\w+\.js$/.test(path))

it('the built API has the finished OpenAPI document and not the code that writes it', async () => {
  expect(chunks).toHaveLength(1)
  const built = await import(join(build, chunks[0] ?? ''))
  expect(JSON.parse(built.referenceText)).toEqual(describeApi(endpoints, basePlaceholder))
  expect(built.basePlaceholder).toBe(basePlaceholder)
  const writers = files.filter((path) => readFileSync(join(build, path), 'utf8').includes('describeApi('))
  expect(writers).toEqual([])
})

it('loading it costs a fraction of the CPU time of writing it', async () => {
  const timeOf = async (work: () => unknown) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // Each query string is a new module. The fastest of several rounds is disturbed least by other load.
  const rounds = [1, 2, 3, 4, 5]
  const loading: number[] = []
  const writing: number[] = []
  for (const round of rounds) {
    loading.push(await timeOf(async () => JSON.stringify(await import(`${join(build, chunks[0] ?? '')}?${round}`))))
    writing.push(await timeOf(() => JSON.stringify(describeApi(endpoints, basePlaceholder))))
  }
  expect(Math.min(...writing) / Math.min(...loading)).toBeGreaterThan(3)
})
