import { endpointOf, scopeOf } from '../api/mcp/call-tool.ts'
import { tools } from '../api/mcp/tools.ts'

const [start, end] = ['<!-- tools -->', '<!-- /tools -->']

/** The text with a new list of tools between its marks. */
export function withTools(text: string): string {
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/mcp.md lacks ${start} or ${end}`)
  const rows = tools.map((tool) => {
    const permissions = [...new Set(tool.calls.map((call) => endpointOf(call).permission))].join(', ')
    const scope = scopeOf(tool)
    return `| \`${tool.name}\` | ${tool.title} | ${scope === null ? 'none' : `\`${scope}\``} | \`${permissions}\` |`
  })
  const head = ['| Tool | Purpose | Token scope | Key permission |', '| --- | --- | --- | --- |']
  return `${before}${start}\n${[...head, ...rows].join('\n')}\n${end}${after}`
}
