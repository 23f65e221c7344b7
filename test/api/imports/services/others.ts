import { after, numberIn, type Reply, type Service, serve, token } from './serve.ts'

/** Members of a link that differ from the usual ones. */
type Given<Name extends string = never> = Record<string, unknown> & Record<Name, string>

/** Kutt 3: GET /api/v2/links with limit (up to 50) and skip. */
export const serveKutt = (links: readonly Given<'address'>[]): Promise<Service> =>
  serve(
    (headers) => headers['x-api-key'] === token,
    { status: 401, body: { error: 'Unauthorized' } },
    ({ url }) => {
      if (url.pathname !== '/api/v2/links') return { status: 404, body: { error: 'Not found.' } }
      const [limit, skip] = [Math.min(numberIn(url, 'limit', 10), 50), numberIn(url, 'skip', 0)]
      const data = links.slice(skip, skip + limit).map((link, index) => ({
        id: `uuid-${skip + index}`,
        link: `https://kutt.example.org/${link.address}`,
        created_at: '2022-02-03T04:05:06.000Z',
        updated_at: '2022-02-03T04:05:06.000Z',
        description: null,
        password: false,
        banned: false,
        visit_count: 0,
        expire_in: null,
        ...link,
      }))
      return { body: { total: links.length, limit, skip, data } }
    },
  )

/** Dub: GET /links with pageSize (up to 100) and startingAfter. */
export const serveDub = (links: readonly Given<'id' | 'key'>[]): Promise<Service> =>
  serve(
    (headers) => headers['authorization'] === `Bearer ${token}`,
    { status: 401, body: { error: { code: 'unauthorized', message: 'Unauthorized: Invalid API key.' } } },
    ({ url }) => {
      if (url.pathname !== '/links') return { status: 404, body: { error: { code: 'not_found', message: 'x' } } }
      const size = Math.min(numberIn(url, 'pageSize', 100), 100)
      const shown = links.filter(({ archived }) => archived !== true || url.searchParams.get('showArchived') === 'true')
      return { body: after(shown, url.searchParams.get('startingAfter')).slice(0, size).map(describeDub) }
    },
  )

const describeDub = (link: Given<'key'>) => ({
  domain: 'dub.example.org',
  shortLink: `https://dub.example.org/${link.key}`,
  url: `https://example.com/${link.key}`,
  archived: false,
  expiresAt: null,
  expiredUrl: null,
  password: null,
  proxy: false,
  rewrite: false,
  title: null,
  description: null,
  image: null,
  ios: null,
  android: null,
  geo: null,
  tags: null,
  comments: null,
  externalId: null,
  clicks: 0,
  createdAt: '2023-03-04T05:06:07.000Z',
  ...link,
})

/** Rebrandly: GET /v1/links with limit (up to 25) and last. */
export const serveRebrandly = (links: readonly Given<'id' | 'slashtag'>[]): Promise<Service> =>
  serve(
    (headers) => headers['apikey'] === token,
    { status: 401, body: { message: 'Unauthorized', code: 'Unauthorized' } },
    ({ url }) => {
      if (url.pathname !== '/v1/links') return { status: 404, body: { message: 'Not found' } }
      const size = Math.min(numberIn(url, 'limit', 25), 25)
      return {
        body: after(links, url.searchParams.get('last'))
          .slice(0, size)
          .map((link) => ({
            title: '',
            destination: `https://example.com/${link.slashtag}`,
            domainName: 'rebrand.example.org',
            domain: { id: 'd', ref: '/domains/d', fullName: 'rebrand.example.org', active: true },
            shortUrl: `rebrand.example.org/${link.slashtag}`,
            status: 'active',
            https: true,
            clicks: 0,
            tags: [],
            createdAt: '2020-10-11T12:13:14.000Z',
            ...link,
          })),
      }
    },
  )

/** Short.io: domains, links of a domain with pageToken, and click totals. */
export const serveShortio = (domains: Readonly<Record<string, readonly Given<'idString' | 'path'>[]>>) =>
  serve(
    (headers) => headers['authorization'] === token,
    { status: 401, body: { error: 'Unauthorized' } },
    ({ url }): Reply => {
      const hosts = Object.keys(domains)
      if (url.pathname === '/api/domains')
        return { body: hosts.map((hostname, index) => ({ id: index + 1, hostname, state: 'configured' })) }
      const [, id, ids] = /^\/statistics\/domain\/(\d+)\/link_clicks$/.exec(url.pathname) ?? []
      const domain = Number(id ?? url.searchParams.get('domain_id')) - 1
      const links = domains[hosts[domain] ?? ''] ?? []
      if (id !== undefined || ids !== undefined) {
        const asked = (url.searchParams.get('ids') ?? '').split(',')
        const found = links.filter(({ idString }) => asked.includes(idString))
        return { body: Object.fromEntries(found.map(({ idString, clicks = 0 }) => [idString, clicks])) }
      }
      if (url.pathname !== '/api/links') return { status: 404, body: { error: 'Not found' } }
      const [limit, start] = [Math.min(numberIn(url, 'limit', 50), 150), numberIn(url, 'pageToken', 0)]
      const page = links.slice(start, start + limit).map(({ clicks: _, ...link }) => ({
        id: link.idString,
        secureShortURL: `https://${hosts[domain]}/${link.path}`,
        shortURL: `http://${hosts[domain]}/${link.path}`,
        originalURL: `https://example.com/${link.path}`,
        title: null,
        tags: [],
        archived: false,
        cloaking: false,
        createdAt: '2021-06-07T08:09:10.000Z',
        ...link,
      }))
      const next = start + limit < links.length ? String(start + limit) : undefined
      return { body: { links: page, count: page.length, ...(next !== undefined && { nextPageToken: next }) } }
    },
  )

/** Bitly v4: groups, their links with search_after, and the click total of a link. */
export const serveBitly = (groups: Readonly<Record<string, readonly Given<'id'>[]>>) =>
  serve(
    (headers) => headers['authorization'] === `Bearer ${token}`,
    { status: 403, body: { message: 'FORBIDDEN', resource: 'bitlinks', description: 'You are forbidden.' } },
    ({ url }): Reply => {
      if (url.pathname === '/v4/groups')
        return { body: { groups: Object.keys(groups).map((guid) => ({ guid, name: guid, is_active: true })) } }
      const [, guid] = /^\/v4\/groups\/([^/]+)\/bitlinks$/.exec(url.pathname) ?? []
      const [, bitlink] = /^\/v4\/bitlinks\/(.+)\/clicks\/summary$/.exec(url.pathname) ?? []
      if (bitlink !== undefined) {
        const clicks = Object.values(groups)
          .flat()
          .find(({ id }) => id === bitlink)?.clicks
        return clicks === undefined
          ? { status: 402, body: { message: 'UPGRADE_REQUIRED' } }
          : { body: { total_clicks: clicks, units: -1, unit: 'month' } }
      }
      if (guid === undefined) return { status: 404, body: { message: 'NOT_FOUND' } }
      const left = after(groups[guid] ?? [], url.searchParams.get('search_after'))
      const size = numberIn(url, 'size', 50)
      const page = left.slice(0, size)
      const links = page.map(({ clicks: _, ...link }) => ({
        link: `https://${link.id}`,
        long_url: `https://example.com/${link.id}`,
        title: '',
        archived: false,
        created_at: '2019-08-07T06:05:04+0000',
        custom_bitlinks: [],
        tags: [],
        ...link,
      }))
      const search_after = left.length > size ? (page.at(-1)?.id ?? '') : ''
      return { body: { links, pagination: { next: '', prev: '', size, page: 1, total: left.length, search_after } } }
    },
  )
