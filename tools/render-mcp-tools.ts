import { endpointOf, scopeOf } from '../api/mcp/call-tool.ts'
import { tools } from '../api/mcp/tools.ts'
import { replaceRegion } from './write-region.ts'

/** The text with a new list of tools between its marks. */
export function withTools(text: string): string {
  const rows = tools.map((tool) => {
    const permissions = [...new Set(tool.calls.map((call) => endpointOf(call).permission))].join(', ')
    const scope = scopeOf(tool)
    return `| \`${tool.name}\` | ${tool.title} | ${scope === null ? 'none' : `\`${scope}\``} | \`${permissions}\` |`
  })
  const head = ['| Tool | Purpose | Token scope | Key permission |', '| --- | --- | --- | --- |']
  return replaceRegion(text, 'tools', [...head, ...rows].join('\n'))
}
