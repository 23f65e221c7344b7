import type { WebhookEvent } from '../api/webhooks.ts'

export interface EventGroup {
  name: string
  events: WebhookEvent[]
}

const names: Readonly<Record<string, string>> = {
  url: 'Short URLs',
  qr: 'QR codes',
  campaign: 'Campaigns',
  ab_test: 'A/B tests',
  conversion: 'Conversions',
  domain: 'Domains',
  import: 'Imports',
}

/** By what they are about, in the order in which they come. A test is sent when it is asked for: nobody picks it. */
export function groupEvents(events: readonly WebhookEvent[]): EventGroup[] {
  const groups = new Map<string, WebhookEvent[]>()
  for (const event of events) {
    const [subject = ''] = event.type.split('.')
    if (subject !== 'webhook') groups.set(subject, [...(groups.get(subject) ?? []), event])
  }
  return [...groups].map(([subject, of]) => ({ name: names[subject] ?? subject, events: of }))
}
