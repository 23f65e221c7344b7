import { type Scope, scopes } from '#schemas/scopes.ts'
import { OAuthError } from './oauth-error.ts'

/** The scopes of a parameter, separated by spaces or plus signs, in a fixed order. Others are invalid_scope. */
export function readScopes(text: string | undefined, allowed: readonly Scope[]): Scope[] {
  const named = (text ?? '').split(/[ +]+/).filter((name) => name !== '')
  if (named.length === 0) return [...allowed]
  if (!named.every((name) => allowed.some((scope) => scope === name))) {
    throw new OAuthError('invalid_scope', 'A scope is unknown or not allowed for this client.')
  }
  return scopes.filter((scope) => named.includes(scope))
}
