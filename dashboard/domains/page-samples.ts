import { contentPage } from '#core/pages/content-page.ts'
import type { VisitorPage } from '#core/pages/visitor-page.ts'
import { expiredPage, lockedPage, notFoundPage, previewPage, scheduledPage } from '#core/pages/visitor-pages.ts'

/** The pages of a domain, with sample content. */
export const pageSamples = {
  expired: { name: 'Expired', page: expiredPage },
  notFound: { name: 'Not found', page: notFoundPage },
  scheduled: { name: 'Not active yet', page: scheduledPage },
  password: { name: 'Password', page: lockedPage },
  preview: { name: 'Preview', page: previewPage('https://example.com/spring/collection') },
  content: {
    name: 'QR code content',
    page: contentPage({
      content_type: 'wifi',
      content_data: { ssid: 'Guests', password: 'welcome-2026', encryption: 'WPA', hidden: false },
    }),
  },
} as const satisfies Record<string, { name: string; page: VisitorPage }>
export type PageSample = keyof typeof pageSamples

export const pageSampleNames = Object.keys(pageSamples) as PageSample[]
