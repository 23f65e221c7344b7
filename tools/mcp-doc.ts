import { readFileSync, writeFileSync } from 'node:fs'
import { withTools } from './render-mcp-tools.ts'
import { root } from './root.ts'

const path = `${root}/docs/mcp.md`
writeFileSync(path, withTools(readFileSync(path, 'utf8')))
