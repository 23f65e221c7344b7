import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agentsFor } from '../dashboard/apps/agents.ts'
import { root } from './root.ts'

const docs = readFileSync(join(root, 'docs/mcp.md'), 'utf8')

it.each(agentsFor('http://localhost:3000/mcp'))(
  'docs/mcp.md has the same setup for $name as the dashboard',
  ({ name, text }) => {
    expect(docs).toContain(`**${name}**`)
    expect(docs).toContain(text)
  },
)

it('each configuration in docs/mcp.md can be pasted as it is: its inputs are declared', () => {
  const files = [...docs.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => text)
  const asked = files.map((text) => [...text.matchAll(/\$\{input:([\w-]+)\}/g)].map(([, id]) => id))
  const declared = files.map((text) =>
    ((JSON.parse(text) as { inputs?: { id: string }[] }).inputs ?? []).map(({ id }) => id),
  )
  expect(asked).toEqual(declared)
  expect(asked.flat()).toEqual(['waymark-key'])
  expect(docs.replaceAll(/```json[^]*?```/g, '')).not.toContain('${input:')
})
