import { errorStatus } from '#schemas/errors.ts'
import { demandDocumented } from '../api/support/documented-errors.ts'
import type { Call, Reply } from './call.ts'

/** What is wrong with a reply; undefined if nothing is. */
export function judgeReply(call: Call, reply: Reply): string | undefined {
  const { status, headers, text } = reply
  if (status >= 500 && !isBusy(reply)) return `status ${status}: ${text.slice(0, 300)}`
  if (call.method === 'HEAD' || status === 304) return undefined
  const type = String(headers['content-type'] ?? '')
  if (!/^application\/(?:[\w.]+\+)?json/.test(type))
    return status >= 400 && isRest(call) ? `${status} is not JSON: ${type}` : undefined
  const json = parse(text)
  if (json === undefined) return `${status} is not valid JSON: ${text.slice(0, 200)}`
  if (!isRest(call)) return undefined
  return judgeEnvelope(status, json) ?? judgeDocumented(call, status, json)
}

/** A store or a worker is away or has too much work, which every operation documents. */
export const isBusy = ({ status, text }: Reply): boolean => status === 503 && text.includes('"SERVICE_UNAVAILABLE"')

const isRest = ({ path }: Call) => /^\/api\/(?:v1|app)(?:\/|$)/.test(path)

function judgeEnvelope(status: number, json: unknown): string | undefined {
  if (status < 400) return undefined
  const { success, error, ...others } = (json ?? {}) as Record<string, unknown>
  const { code, message, details, ...rest } = (error ?? {}) as Record<string, unknown>
  const isError =
    success === false &&
    Object.keys({ ...others, ...rest }).length === 0 &&
    errorStatus[code as keyof typeof errorStatus] === status &&
    typeof message === 'string' &&
    message !== '' &&
    ['undefined', 'string', 'object'].includes(typeof details)
  return isError ? undefined : `not the envelope of errors: ${JSON.stringify(json).slice(0, 300)}`
}

function judgeDocumented({ method, path }: Call, status: number, json: unknown): string | undefined {
  if (!path.startsWith('/api/v1/')) return undefined
  try {
    demandDocumented(method, path.slice('/api/v1'.length), { status, json })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
