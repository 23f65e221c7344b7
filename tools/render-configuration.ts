import type { z } from 'zod'

type Settings = Record<string, z.ZodType>
/** What is read here of zod's definition of a type. */
type Definition = { type: string; defaultValue?: unknown; in?: z.ZodType; innerType?: z.ZodType }

/** docs/configuration.md: every setting with its default and meaning, as runtime/config.ts has them. */
export function renderConfiguration(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, type]) => {
    const meaning = (type.description ?? '').replace(/[|<]/g, '\\$&')
    return `| \`${name}\` | ${renderDefault(findDefault(type))} | ${meaning} |`
  })
  return `${introduction}\n${rows.join('\n')}\n`
}

const introduction = `# Configuration

This page lists all settings. They are environment variables. For any of them, \`NAME_FILE\` reads the value of \`NAME\` from a file; only one of them can be set.
Booleans are \`1\`, \`0\`, \`true\` or \`false\`. Invalid settings prevent the start, and all of them are reported at once.

Generated from \`runtime/config.ts\` by \`npm run docs\`.

| Setting | Default | Meaning |
|---|---|---|`

function findDefault(type: z.ZodType): unknown {
  const definition = type._zod.def as unknown as Definition
  if (definition.type === 'default') return definition.defaultValue
  const inner = definition.in ?? definition.innerType
  return inner === undefined ? undefined : findDefault(inner)
}

function renderDefault(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
