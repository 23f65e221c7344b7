import { expect } from 'vitest'
import type { TestApi } from './http.ts'

export interface Shown {
  status: number
  headers: Headers
  html: string
  /** The redirect target, if any. */
  location: string | null
  /** The hidden fields of its forms. */
  hidden: Record<string, string>
}

interface Options {
  /** The Origin header with a form; null sends none. */
  origin?: string | null
  headers?: Record<string, string>
}

/** Stores cookies and submits forms like a browser. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** Every Set-Cookie header, as sent. */
  readonly setCookies: string[] = []
  readonly #api: TestApi
  readonly #origin: string

  constructor(api: TestApi, origin = 'http://localhost:3000') {
    this.#api = api
    this.#origin = origin
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return await this.#ask(path, { headers })
  }

  /** Sends only these fields. */
  async post(path: string, fields: Record<string, string>, { origin = this.#origin, headers = {} }: Options = {}) {
    return await this.#ask(path, {
      method: 'POST',
      headers: { ...(origin !== null && { origin }), ...headers },
      body: new URLSearchParams(fields),
    })
  }

  /** Opens a page and submits its form with its hidden fields. */
  async submit(path: string, fields: Record<string, string>, options?: Options): Promise<Shown> {
    const page = await this.get(path)
    expect(page.status, page.html).toBe(200)
    return await this.post(path.replace(/\?.*/, ''), { ...page.hidden, ...fields }, options)
  }

  async login(email: string, password: string, options?: Options): Promise<Shown> {
    return await this.submit('/login', { email, password }, options)
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #ask(path: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }): Promise<Shown> {
    const cookie = this.cookies.size === 0 ? {} : { cookie: this.cookieHeader }
    const response = await fetch(`${this.#api.url}${path}`, {
      ...init,
      headers: { ...cookie, ...headers },
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const html = await response.text()
    const hidden = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
    )
    const { status } = response
    return { status, headers: response.headers, html, location: response.headers.get('location'), hidden }
  }

  #keep(line: string): void {
    this.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/; Max-Age=0(;|$)/.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
