import { Link } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { rootPath } from '../api/page-meta.ts'
import { Card } from '../parts/card.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { type Agent, agentsFor, isInside } from './agents.ts'

const textLink = 'touch-target font-medium text-accent underline'
export const mcpUrl = `${location.origin}${rootPath}/mcp`
const agents = agentsFor(mcpUrl)

export function ConnectCard() {
  return (
    <Card title="Connect an agent">
      <p className="mb-3 max-w-2xl text-dim">
        Waymark is a Model Context Protocol (MCP) server. Agents can create links and QR codes and read your analytics.
        They sign in with OAuth and ask for your permission, or use{' '}
        <Link to="/keys" className={textLink}>
          an API key
        </Link>
        .
      </p>
      <CopyBlock text={mcpUrl} label="Copy URL" title="MCP URL" />
      <Tabs.Root defaultValue={agents[0]?.name ?? ''} className="mt-5">
        <Tabs.List aria-label="Client" className="flex flex-wrap gap-1 border-b border-line pb-2">
          {agents.map(({ name }) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="h-8 rounded-md pointer-coarse:h-11 px-2.5 text-[13px] font-medium text-dim hover:bg-sunken data-[state=active]:bg-sunken data-[state=active]:text-text"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {agents.map((agent) => (
          <Tabs.Content key={agent.name} value={agent.name} className="pt-3">
            <Instruction agent={agent} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <p className="mt-4 text-[13px] text-dim">
        Tools follow the same rules as the{' '}
        <a href={`${rootPath}/docs`} className={textLink}>
          API
        </a>
        .
      </p>
    </Card>
  )
}

const Instruction = ({ agent: { name, how, text, isRemote } }: { agent: Agent }) => (
  <>
    <p className="mb-2">{how}</p>
    <CopyBlock text={text} label={`Copy for ${name}`} />
    {isRemote === true && isInside(location.hostname) && (
      <p className="mt-2 text-[13px] text-warn">
        {name} connects from its own servers and cannot reach {location.hostname}. Waymark needs a public URL.
      </p>
    )}
  </>
)
