import type { ICruiseResult } from 'dependency-cruiser'
import { findBreaches } from './model-walls.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { listSourceFiles } from './source-files.ts'

// The command is used because the API cannot load the visitor of swc under tsx.
const cruiser = `${root}/node_modules/dependency-cruiser/bin/dependency-cruise.mjs`
// It does not read TSX either: the walls and cycles of dashboard/ are rules in .oxlintrc.json.
const isRead = (path: string) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('dashboard/')
const sources = listSourceFiles().filter(isRead)
const config = ['--config', '.dependency-cruiser.json', '--output-type', 'json']

const { output } = await runCommand([process.execPath, cruiser, ...config, ...sources])
if (!output.startsWith('{')) throw new Error(`dependency-cruiser did not run:\n${output}`)
const { modules, summary } = JSON.parse(output) as ICruiseResult

for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} -> ${to}`)
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
console.log(`${sources.length} files, ${modules.length} modules, ${imports} imports`)
// Without swc nothing is parsed, and a result without imports or modules would look like no violations.
if (modules.length < sources.length || imports < sources.length) {
  console.log('Fewer modules or imports than files: the parser is missing and nothing was checked')
  process.exitCode = 1
}
const breaches = findBreaches(sources)
for (const breach of breaches) console.log(breach)
if (summary.error > 0 || breaches.length > 0) process.exitCode = 1
