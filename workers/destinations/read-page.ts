import { chooseIcons, resolve } from '#core/destinations/choose-icons.ts'
import { originOf } from '#core/destinations/destination-url.ts'
import { type PageHead, readHead } from '#core/destinations/read-head.ts'
import type { DestinationRow } from '#model/destinations/destination-rows.ts'
import { encodeIcon, encodePicture } from './encode-picture.ts'
import { type Reader, type ReadFile, readUrl } from './read-url.ts'

/** The head of a page is at its start. */
const pageBytes = 1024 * 1024
const pictureBytes = 5 * 1024 * 1024
const iconBytes = 512 * 1024
/** Time for the page, and for its images, together with their robots.txt. */
export const pageMs = 8_000
export const imagesMs = 6_000

const images = 'image/webp,image/png,image/jpeg,image/gif,image/x-icon;q=0.8'

export interface OpenPage {
  file: ReadFile
  /** null for a file that is not HTML. */
  head: PageHead | null
  base: string
}

/** null if the URL may not be read, or is no page. Throws if its host cannot be reached. */
export async function openPage(reader: Reader, url: string, signal: AbortSignal): Promise<OpenPage | null> {
  const file = await readUrl(reader, url, { accept: `text/html,${images}`, maxBytes: pageBytes, isPage: true, signal })
  if (file === null) return null
  const head = headOf(file)
  return { file, head, base: resolve(head?.base ?? '', file.url) ?? file.url }
}

/** null for a file that is not HTML. */
export const headOf = (file: ReadFile): PageHead | null =>
  /^(text\/html|application\/xhtml\+xml)/.test(file.type) ? readHead(readText(file)) : null

/** The text of a page, in the encoding that its response or its first bytes name. */
function readText({ body, type }: ReadFile): string {
  const named = /charset=["']?([\w-]+)/i
  const encoding = (named.exec(type) ?? named.exec(body.toString('latin1', 0, 1_024)))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding).decode(body)
  } catch (error) {
    // A RangeError is an unknown encoding.
    if (error instanceof RangeError) return body.toString('utf8')
    throw error
  }
}

/** The page's card. A destination that is an image is its own picture. */
export async function readCard(
  reader: Reader,
  { file, head, base }: OpenPage,
  signal: AbortSignal,
): Promise<DestinationRow> {
  const texts = { title: head?.title ?? null, description: head?.description ?? null }
  const picture = file.type.startsWith('image/')
    ? await encodePicture((await readImage(reader, file.url, pictureBytes, signal)) ?? file.body)
    : await readPicture(reader, resolve(head?.picture ?? '', base), head?.picture ?? null, signal)
  return { is_found: true, ...texts, site_name: head?.site_name ?? null, picture }
}

async function readPicture(
  reader: Reader,
  url: string | null,
  named: string | null,
  signal: AbortSignal,
): Promise<Buffer | null> {
  if (url === null || named === null) return null
  const file = await readImage(reader, url, pictureBytes, signal)
  return file === null ? null : await encodePicture(file)
}

/** The icon of a site, as one of its pages names it. */
export async function readIcon(
  reader: Reader,
  page: OpenPage | null,
  url: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const from = page?.base ?? originOf(url)
  for (const candidate of chooseIcons(page?.head?.icons ?? [], from)) {
    const file = await readImage(reader, candidate, iconBytes, signal)
    const icon = file === null ? null : await encodeIcon(file)
    if (icon !== null) return icon
  }
  return null
}

/** An image that cannot be read is missing, whatever the reason. */
async function readImage(reader: Reader, url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | null> {
  const file = await readUrl(reader, url, { accept: images, maxBytes, signal }).catch(() => null)
  return file === null || file.isCut ? null : file.body
}
