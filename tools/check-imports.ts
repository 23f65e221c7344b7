import type { ICruiseResult } from 'dependency-cruiser'
import { findBreaches } from './model-walls.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { listSourceFiles } from './source-files.ts'

// Through its command and not its API: under tsx the API loads swc's visitor in a way that does not work.
const cruiser = `${root}/node_modules/dependency-cruiser/bin/dependency-cruise.mjs`
// Nor does it read TSX: the walls and circles of dashboard/ are rules of .oxlintrc.json.
const isRead = (path: string) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('dashboard/')
const sources = listSourceFiles().filter(isRead)
const config = ['--config', '.dependency-cruiser.json', '--output-type', 'json']

const { output } = await runCommand([process.execPath, cruiser, ...config, ...sources])
if (!output.startsWith('{')) throw new Error(`dependency-cruiser did not run:\n${output}`)
const { modules, summary } = JSON.parse(output) as ICruiseResult

for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} -> ${to}`)
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
console.log(`${sources.length} files, ${modules.length} modules, ${imports} imports`)
// Without swc nothing is parsed: no imports, or no modules at all, would read as no violations.
if (modules.length < sources.length || imports < sources.length) {
  console.log('Fewer modules or imports than files: the parser is missing and nothing was checked')
  process.exitCode = 1
}
const breaches = findBreaches(sources)
for (const breach of breaches) console.log(breach)
if (summary.error > 0 || breaches.length > 0) process.exitCode = 1
