import { CopyButton } from '../parts/copy-button.tsx'
import { mcpAddress } from './mcp-address.ts'

export const NoApps = () => (
  <div className="flex flex-col items-center gap-4 px-5 py-14 text-center">
    <p className="max-w-md text-dim">
      Give an agent the address below, and allow it what it asks for: it stands here then, with what it may do, until
      you take that back.
    </p>
    <CopyButton text={mcpAddress} label="Copy the MCP address" words />
  </div>
)
