import { rootPath } from '../api/page-meta.ts'

export const mcpUrl = `${location.origin}${rootPath}/mcp`
