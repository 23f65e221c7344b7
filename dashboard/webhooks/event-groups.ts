import type { WebhookEvent } from '../api/webhooks.ts'

export interface EventGroup {
  name: string
  events: WebhookEvent[]
}

const names: Readonly<Record<string, string>> = {
  url: 'Links',
  qr: 'QR codes',
  campaign: 'Campaigns',
  ab_test: 'A/B tests',
  conversion: 'Conversions',
  domain: 'Domains',
  import: 'Imports',
  audit: 'Audit log',
}

/** Groups events by subject, in their order. The test event is sent on request, so it cannot be picked. */
export function groupEvents(events: readonly WebhookEvent[]): EventGroup[] {
  const groups = new Map<string, WebhookEvent[]>()
  for (const event of events) {
    const [subject = ''] = event.type.split('.')
    if (subject !== 'webhook') groups.set(subject, [...(groups.get(subject) ?? []), event])
  }
  return [...groups].map(([subject, of]) => ({ name: names[subject] ?? subject, events: of }))
}
