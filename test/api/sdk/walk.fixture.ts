import { ConnectionError, NotFoundError, ValidationError, verifyWebhook, Waymark } from '@waymark/sdk'

export interface WalkInput {
  apiKey: string
  baseUrl: string
  /** The same server behind a proxy that loses the first responses. */
  unreliableUrl: string
  webhook: { body: string; headers: Record<string, string>; secret: string }
}

/** Uses every mechanism of the client. Runs in any JavaScript runtime, so it uses nothing else. */
export async function walk({ apiKey, baseUrl, unreliableUrl, webhook }: WalkInput) {
  const waymark = new Waymark({ apiKey, baseUrl })
  for (const number of [1, 2, 3]) await waymark.links.create({ url: `https://example.com/${number}` })
  const destinations: string[] = []
  for await (const link of waymark.links.list({ limit: 2, sortOrder: 'asc' })) destinations.push(link.original_url)

  const unreliable = new Waymark({ apiKey, baseUrl: unreliableUrl })
  const created = await unreliable.links.create({ url: 'https://example.com/once' })
  const afterRetries = (await waymark.links.list()).pagination.total
  const updated = await waymark.links.update(created.id, { name: 'Grüße' })
  await waymark.links.delete(created.id)

  const file = new File(['url,slug\nhttps://example.com/,from-file\n'], 'links.csv')
  const started = await waymark.imports.create({ source: 'csv', file, dry_run: true })
  const exported = await waymark.links.export({ format: 'csv' })
  const text = await exported.text()

  const missing = await failureOf(waymark.links.get(created.id))
  const invalid = await failureOf(waymark.links.create({ url: 'ftp://example.com/' }))
  const nobody = new Waymark({ apiKey, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
  const unreachable = await failureOf(nobody.account.get())

  const event = await verifyWebhook(webhook)
  const forged = await failureOf(verifyWebhook({ ...webhook, body: `${webhook.body} ` }))
  return {
    destinations,
    afterRetries,
    name: updated.name,
    import: started.source,
    linesOfExport: text.trim().split('\n').length,
    isMissing: missing instanceof NotFoundError,
    isInvalid: invalid instanceof ValidationError && invalid.errors.map(({ field }) => field).join(),
    isUnreachable: unreachable instanceof ConnectionError,
    event: event.type,
    forged: forged instanceof Error && forged.name,
  }
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
