import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { malformedFields } from '#core/api-error.ts'

/** Deepest nesting of a request body. The stack of code that walks a body has room for some thousand levels. */
const mostLevels = 100

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Member names that could reach the prototype of other objects, with each letter also as a JSON escape. Checked in the
 * text: a walk over the parsed body takes ten times as long as parsing it.
 */
const poisonous = new RegExp(`"(?:${spellings('__proto__')}|${spellings('constructor')})"\\s*:`, 'i')

/** JSON is the only body format. An empty body counts as none: many clients send the content type with every request. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.length === 0 ? undefined : parseJson(body),
  )
}

/** Takes little longer than JSON.parse for any body: every check is one pass before parsing. */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw refuse('Must be valid UTF-8.')
  if (hasMoreLevels(body)) throw refuse(`Must have at most ${mostLevels} levels of nesting.`)
  const text = body.toString().replace(/^\uFEFF/, '')
  if (poisonous.test(text)) throw refuse('Must not have a field named __proto__ or constructor.')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw error instanceof SyntaxError ? refuse('Must be valid JSON.') : error
  }
}

const refuse = (message: string) => malformedFields([{ field: '', message }])

/** Counts brackets outside of strings. Brackets are ASCII, so bytes are enough. */
function hasMoreLevels(body: Buffer): boolean {
  let levels = 0
  let inString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inString) {
      if (byte === backslash) at += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBracket || byte === openBrace) {
      levels += 1
      if (levels > mostLevels) return true
    } else if (byte === closeBracket || byte === closeBrace) levels -= 1
  }
  return false
}

function spellings(name: string): string {
  return Array.from(name, (letter) => `(?:${letter}|\\\\u00${letter.charCodeAt(0).toString(16)})`).join('')
}
