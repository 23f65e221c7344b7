import type { Readable } from 'node:stream'

interface FileContents {
  media_type: string
  /** File name of a download. Characters other than letters, digits, hyphens, and dots are replaced. */
  filename: string
  /** attachment: browsers save the file instead of showing it. */
  disposition: 'inline' | 'attachment'
  /** Identifies the content: a client that already has it gets 304, and the file is not made. */
  etag?: string
  /** A stream is sent as its rows arrive. */
  make: () => Promise<Buffer | Readable>
}

/** Returned by a handler instead of its reply if the response is not JSON: an image, an export. */
export class FileReply {
  readonly contents: FileContents

  constructor(contents: FileContents) {
    this.contents = contents
  }

  get headers(): Record<string, string> {
    const { media_type, filename, disposition, etag } = this.contents
    return {
      'content-type': media_type,
      'content-disposition': `${disposition}; filename="${safeName(filename)}"`,
      'x-content-type-options': 'nosniff',
      // Prevents scripts in an image from running.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      ...(etag !== undefined && { etag, 'cache-control': 'private, no-cache' }),
    }
  }

  /** `header` is If-None-Match: a list of tags, or *. */
  isKnownTo(header: string | undefined): boolean {
    const { etag } = this.contents
    if (etag === undefined || header === undefined) return false
    return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
}

const longestName = 100

/** Reduces a name to characters that every file system and header accepts. */
function safeName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, longestName)
  return `${plain || 'file'}${extension.replace(/[^A-Za-z0-9.]/g, '')}`
}
