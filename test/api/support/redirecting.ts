import { createAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { hearing } from '../../factories/webhooks.ts'
import { runRedirector } from '../../redirector/run-redirector.ts'
import { visit } from '../../redirector/visit.ts'
import { openTestStores } from '../../stack/stores.ts'
import { startApi } from './http.ts'

export const agents = {
  laptop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  pixel:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}

/** The API and a redirector on the same stores, and the key of one account. */
export async function startBoth(settings: Record<string, string> = {}) {
  const stores = await openTestStores({
    RATE_LIMIT_FACTOR: '0',
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    ...settings,
  })
  const api = await startApi(stores)
  const redirector = await runRedirector(stores)
  const account = await hearing(stores.sql, await createAccount(stores.sql))
  const { key } = await createKey(stores.sql, account)
  return {
    stores,
    account,
    ask: (method: string, path: string, body?: unknown) => api.request(method, path, { key, body }),
    askAs: (as: string, method: string, path: string, body?: unknown) => api.request(method, path, { key: as, body }),
    async create(body: Record<string, unknown> = {}) {
      const answer = await api.request('POST', '/short-urls', { key, body: { url: 'https://example.com/', ...body } })
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
      return answer.json.data
    },
    async update(id: string, body: unknown) {
      const answer = await api.request('PUT', `/short-urls/${id}`, { key, body })
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return answer.json.data
    },
    follow: (path: string, agent = agents.laptop, options: Parameters<typeof visit>[2] = {}) =>
      visit(redirector.port, `/${path}`, { ...options, headers: { 'user-agent': agent, ...options.headers } }),
    async close() {
      await redirector.lifecycle.stop()
      await api.close()
      await stores.close()
    },
  }
}
