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
