import type { Readable } from 'node:stream'

interface FileContents {
  media_type: string
  /** As a download it is called so, but for what is no letter, digit, hyphen or dot. */
  filename: string
  /** attachment: browsers save it rather than show it. */
  disposition: 'inline' | 'attachment'
  /** Names this very content: a client that has it already is answered 304, and nothing is made. */
  etag?: string
  /** A stream's rows leave as they come. */
  make: () => Promise<Buffer | Readable>
}

/** What a handler returns in place of its reply where the answer is no JSON: a picture, an export. */
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
      // A picture with scripts in it could not run them.
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

/** Of a name that people chose, what every file system and every header takes. */
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
