import { cleanText, readEntities } from './clean-text.ts'

/** The description of a page in its head. URLs are as in the page, and may be relative to `base`. */
export interface PageHead {
  base: string | null
  title: string | null
  description: string | null
  site_name: string | null
  picture: string | null
  icons: PageIcon[]
}

export interface PageIcon {
  href: string
  type: string
  /** Side in pixels; 0 if the page does not say. */
  size: number
  /** For the home screens of phones: large, and often with a background. */
  isTouch: boolean
}

const longestTitle = 300
const longestDescription = 1_000
/** Longer tags are skipped: they hold inline images. */
const longestTag = 8_192
const mostIcons = 20
/** Elements whose content is not markup of the page, or has other titles. */
const opaque = new Set(['script', 'style', 'svg', 'template', 'noscript', 'textarea'])

type Attributes = Map<string, string>

/** Reads the head of an HTML page, in time proportional to its length. */
export function readHead(html: string): PageHead {
  const metas = new Map<string, string>()
  const icons: PageIcon[] = []
  let [base, title]: [string | null, string | null] = [null, null]
  for (const { name, attributes, inner } of tagsOf(html)) {
    if (name === 'title') title ??= inner
    if (name === 'base') base ??= attributes.get('href') ?? null
    if (name === 'meta') keepMeta(metas, attributes)
    if (name === 'link' && icons.length < mostIcons) icons.push(...readIcon(attributes))
  }
  const first = (names: string[], most: number) =>
    names.map((name) => cleanText(metas.get(name) ?? '', most)).find((text) => text !== null) ?? null
  return {
    base,
    title: first(['og:title', 'twitter:title'], longestTitle) ?? cleanText(readEntities(title ?? ''), longestTitle),
    description: first(['og:description', 'description', 'twitter:description'], longestDescription),
    site_name: first(['og:site_name', 'application-name'], longestTitle),
    picture: first(
      ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
      longestTag,
    ),
    icons,
  }
}

function keepMeta(metas: Map<string, string>, attributes: Attributes): void {
  const name = (attributes.get('property') ?? attributes.get('name') ?? '').trim().toLowerCase()
  const content = attributes.get('content')
  if (name !== '' && content !== undefined && content.trim() !== '' && !metas.has(name)) metas.set(name, content)
}

function readIcon(attributes: Attributes): PageIcon[] {
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  const href = (attributes.get('href') ?? '').trim()
  const isTouch = rel.some((word) => word.startsWith('apple-touch-icon'))
  if (href === '' || !(isTouch || rel.includes('icon'))) return []
  const size = Number(/(\d{1,4})x\d/i.exec(attributes.get('sizes') ?? '')?.[1] ?? 0)
  return [{ href, type: (attributes.get('type') ?? '').toLowerCase(), size, isTouch }]
}

interface Tag {
  name: string
  attributes: Attributes
  /** Text of a title. */
  inner: string
}

const wanted = new Set(['title', 'base', 'meta', 'link'])

/** The opening tags of a head. Each character is read a fixed number of times, whatever the page contains. */
function* tagsOf(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at)
      continue
    }
    const name = nameAt(html, at + 1)
    if (name === '') {
      at += 1
      continue
    }
    const end = endOfTag(html, at)
    const close = name === 'title' || opaque.has(name) ? findClosing(html, name, end) : end
    if (wanted.has(name) && end - at <= longestTag) {
      const text = html.slice(at + 1 + name.length, end)
      yield { name, attributes: readAttributes(text), inner: html.slice(end + 1, close).slice(0, longestTag) }
    }
    at = close + 1
  }
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}

const longestName = 12

const nameAt = (html: string, at: number): string =>
  /^[a-z]+(?=[\s/>])/i.exec(html.slice(at, at + longestName))?.[0].toLowerCase() ?? ''

/** Position of the > that ends a tag: one in quotes belongs to an attribute. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at
    else if (character === '"' || character === "'") quote = character
  }
  return html.length
}

function findClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

function readAttributes(text: string): Attributes {
  const attributes: Attributes = new Map()
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([^\s"'<>/=]+)(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, readEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}
