import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.number(), z.string()]) }),
])
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) => Object.fromEntries(list.map(({ key, value: given }) => [key, Object.values(given)[0]])))
const span = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes,
  links: z.array(z.object({ traceId: hex(32), spanId: hex(16) })).default([]),
  status: z.object({ code: z.int().optional() }),
})
/** A request of OTLP over HTTP in JSON. */
const request = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
})

export type ReceivedSpan = z.infer<typeof span> & { service: string }

interface Received {
  spans: ReceivedSpan[]
  /** The bodies as they arrived. */
  texts: string[]
  /** The header x-key of each request. */
  headers: (string | undefined)[]
}

export interface TraceReceiver extends Received {
  url: string
  close(): Promise<void>
}

/** A collector for traces on a loopback port. It keeps only requests that are valid. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const received: Received = { spans: [], texts: [], headers: [] }
  const server = createServer((incoming, response) => {
    receive(incoming, received).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function receive(incoming: IncomingMessage, received: Received): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  if (incoming.url !== '/v1/traces' || incoming.headers['content-type'] !== 'application/json')
    throw new Error('not OTLP')
  const { resourceSpans } = request.parse(JSON.parse(text))
  received.texts.push(text)
  received.headers.push(incoming.headers['x-key']?.toString())
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = String(resource.attributes['service.name'])
    for (const each of scopeSpans.flatMap(({ spans }) => spans)) received.spans.push({ ...each, service })
  }
}
