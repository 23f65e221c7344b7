import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mintToken } from '#model/accounts/open-session.ts'
import type { Config } from '#runtime/config.ts'
import { readCookie, setCookie } from '../frame/auth/cookies.ts'
import { csrfToken, refuseForgedForm } from '../frame/auth/csrf.ts'
import { parseFields } from '../frame/parse-fields.ts'
import { type Html, html, nothing } from './html.ts'

/** Fits the longest password with every character percent-encoded. */
const largestFormBytes = 32 * 1024

/** Accepts only form bodies. If a field name repeats, its last value counts. Too many fields count as none. */
export function readPageForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestFormBytes },
    (_request, body: string, done) => done(null, Object.fromEntries(parseFields(body) ?? [])),
  )
}

/** The value of a submitted form field, or '' if the form does not contain it. */
export function readField({ body }: FastifyRequest, name: string): string {
  const fields = (body ?? {}) as Record<string, string>
  return Object.hasOwn(fields, name) ? (fields[name] ?? '') : ''
}

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** CSRF protection for forms of signed-out users: the token must match a cookie that the page sets. */
export function guardForm(request: FastifyRequest, reply: FastifyReply, config: Config): Html {
  const known = readCookie(config, 'form', request.headers.cookie)
  const secret = known ?? mintToken()
  if (known === undefined) reply.header('set-cookie', setCookie(config, 'form', secret))
  return hidden('csrf_token', csrfToken(secret))
}

export function checkGuardedForm(request: FastifyRequest, config: Config): void {
  // Without the cookie no field value can match.
  const secret = readCookie(config, 'form', request.headers.cookie) ?? mintToken()
  refuseForgedForm(request.headers, readField(request, 'csrf_token'), csrfToken(secret), config.BASE_URL)
}

interface Field {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: string
  value?: string
  hint?: string
  error?: string | undefined
}

/** A labeled field. Screen readers announce its hint and error with it. */
export function field({ name, label, type, autocomplete, value = '', hint, error }: Field): Html {
  const notes = [...(hint === undefined ? [] : [`${name}-hint`]), ...(error === undefined ? [] : [`${name}-error`])]
  const described = notes.length === 0 ? nothing : html` aria-describedby="${notes.join(' ')}"`
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${described}${
    error === undefined ? nothing : html` aria-invalid="true"`
  }>
${hint === undefined ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error === undefined ? nothing : html`<p class="error" id="${name}-error">${error}</p>`}`
}

export const alert = (text: string | undefined): Html =>
  text === undefined ? nothing : html`<p class="notice bad" role="alert">${text}</p>`
