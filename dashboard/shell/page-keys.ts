import type { AnyPage } from './pages.ts'

export interface KeyRow {
  keys: string[]
  name: string
}

const search = (name: string): KeyRow => ({ keys: ['/'], name })

/** Keys that work on one page only. */
const keysOfPages: Partial<Record<AnyPage['to'], KeyRow[]>> = {
  '/links': [
    { keys: ['J'], name: 'Next link' },
    { keys: ['K'], name: 'Previous link' },
    { keys: ['↓', '↑'], name: 'Next or previous link, if a link has the focus' },
    { keys: ['X'], name: 'Select link' },
    { keys: ['Shift', 'X'], name: 'Select links up to this one' },
    { keys: ['Esc'], name: 'Clear selection' },
    search('Search links'),
  ],
  '/qr-codes': [search('Search QR codes')],
  '/campaigns': [search('Search campaigns')],
}

/** The keys of the page at this path. */
export const keysOf = (path: string): KeyRow[] => keysOfPages[path as AnyPage['to']] ?? []
