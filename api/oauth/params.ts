import { OAuthError } from './oauth-error.ts'

/** May come more than once (RFC 8707, 2). */
const repeatable = new Set(['resource'])

/** A parameter without a value counts as absent (RFC 6749, 3.1). */
export const readParam = (params: URLSearchParams, name: string): string | undefined => params.get(name) || undefined

export const readParams = (params: URLSearchParams, name: string): string[] =>
  params.getAll(name).filter((value) => value !== '')

/** RFC 6749, 3.1 and 3.2: parameters must not be included more than once. */
export function refuseRepeated(params: URLSearchParams): void {
  const seen = new Set<string>()
  for (const name of params.keys()) {
    if (seen.has(name) && !repeatable.has(name)) {
      throw new OAuthError('invalid_request', 'Send each parameter only once.')
    }
    seen.add(name)
  }
}

export function demandParam(params: URLSearchParams, name: string): string {
  const value = readParam(params, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required.`)
  return value
}
