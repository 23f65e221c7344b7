import { randomUUID } from 'node:crypto'
import type { Statement } from './ch-tag.ts'

interface Request {
  query: string
  query_params: Record<string, unknown>
  http_headers?: Record<string, string>
}

/** Characters of a list. A URL of about 8,000 passes every usual proxy. */
const mostInUrl = 2_000
/** Ids and days need no quoting in a form. */
const isPlain = (element: unknown) => typeof element === 'string' && /^[\w-]+$/.test(element)

/**
 * A request whose long lists of ids or days are in a form. Other values stay in the URL. For commands and files: the client does so
 * for queries only.
 */
export function withLongLists({ query, params }: Statement): Request {
  const lists = Object.entries(params).filter(isLongList)
  if (lists.length === 0) return { query, query_params: params }
  const inForm = new Set(lists.map(([name]) => name))
  const boundary = `waymark-${randomUUID()}`
  const parts = [
    ['query', query] as const,
    ...lists.map(([name, ids]) => [`param_${name}`, `['${ids.join("','")}']`] as const),
  ]
  const texts = parts.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    query: `${texts.join('')}--${boundary}--\r\n`,
    query_params: Object.fromEntries(Object.entries(params).filter(([name]) => !inForm.has(name))),
    http_headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function isLongList(param: [string, unknown]): param is [string, string[]] {
  const [, value] = param
  return Array.isArray(value) && value.join().length > mostInUrl && value.every(isPlain)
}
