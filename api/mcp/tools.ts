import { analyticsTools } from './analytics-tools.ts'
import { campaignTools } from './campaign-tools.ts'
import { experimentTools } from './experiment-tools.ts'
import { linkTools } from './link-tools.ts'
import { qrTools } from './qr-tools.ts'
import type { Tool } from './tool.ts'

/** Every tool of the MCP server, in the order that agents see. */
export const tools: readonly Tool[] = [
  ...linkTools,
  ...campaignTools,
  ...qrTools,
  ...analyticsTools,
  ...experimentTools,
]
