/** An error in ClickHouse's format: a number, a name, and a text. */
export class EngineError extends Error {
  override name = 'EngineError'
  readonly code: number

  constructor(code: number, type: string, text: string) {
    super(`Code: ${code}. DB::Exception: ${text} (${type})`)
    this.code = code
  }
}

export const authenticationFailed = (): EngineError =>
  new EngineError(
    516,
    'AUTHENTICATION_FAILED',
    'Authentication failed: password is incorrect, or there is no user with such name.',
  )
export const badArguments = (text: string): EngineError => new EngineError(36, 'BAD_ARGUMENTS', text)
export const notImplemented = (text: string): EngineError => new EngineError(48, 'NOT_IMPLEMENTED', text)
export const syntaxError = (text: string): EngineError => new EngineError(62, 'SYNTAX_ERROR', text)
export const tooManyQueries = (text: string): EngineError => new EngineError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', text)
export const sameQueryId = (id: string): EngineError =>
  new EngineError(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', `Query with id = ${id} is already running.`)
export const tooLarge = (text: string): EngineError => new EngineError(307, 'TOO_MANY_BYTES', text)
export const canceled = (): EngineError => new EngineError(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled.')
export const stopping = (): EngineError => new EngineError(236, 'ABORTED', 'The server is stopping.')

/** The response for an error thrown while serving a request. */
export function describeError(thrown: unknown): { code: number; status: number; text: string } {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const code = Number(/^Code: (\d+)/.exec(message)?.[1] ?? unknownException)
  if (!message.startsWith('Code: ')) {
    const text = `Code: ${unknownException}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`
    return { code, status: 500, text }
  }
  return { code, status: statusByCode.get(code) ?? 500, text: unwrap(message) }
}

const unknownException = 1002

/** The path of the temporary rows file, which is removed from messages. */
const rowsFile = /: \(in file\/uri [^)]*\)(?=: While executing)/

/** Errors while parsing rows are wrapped in another error. A server sends only the inner text. */
function unwrap(message: string): string {
  const inner = /^Code: \d+\. DB::Exception: (Code: \d+\. DB::Exception: [\s\S]*?) \(version [^)]*\)\. \([A-Z0-9_]+\)$/
  return (inner.exec(message)?.[1] ?? message).replace(rowsFile, '')
}

/** The same mapping as in ClickHouse's HTTP handler. */
const statuses: Readonly<Record<number, readonly number[]>> = {
  400: [6, 15, 25, 26, 27, 33, 36, 38, 41, 44, 53, 62, 72, 117, 130, 167, 168, 321, 441, 456, 457],
  403: [192, 193, 497, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336],
  408: [159],
  413: [307],
  501: [48],
  503: [76, 202, 209, 236],
}

const statusByCode = new Map(
  Object.entries(statuses).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
)
