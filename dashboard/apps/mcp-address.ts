import { rootPath } from '../api/place.ts'

export const mcpAddress = `${location.origin}${rootPath}/mcp`
