import { allPages } from './pages.ts'

/** Pages about one resource, by the first part of their path. */
const oneOf: Readonly<Record<string, string>> = {
  'ab-tests': 'A/B test',
  campaigns: 'Campaign',
  links: 'Link',
  'qr-codes': 'QR code',
  webhooks: 'Webhook',
}

/** The heading of a page before its content is known. */
export function pageTitle(path: string): string {
  const [first = '', ...more] = path.split('/').filter((part) => part !== '')
  const page = allPages.find(({ to }) => to === `/${first}`)
  if (path.endsWith('/qr-codes/new')) return 'Create QR code'
  return (more.length === 0 ? page?.name : oneOf[first]) ?? 'Waymark'
}
