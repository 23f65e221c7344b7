import { countKeys, selectKeys } from '#model/accounts/keys.ts'
import { pageOf, pageQuery } from '#schemas/envelope.ts'
import { apiKey } from '#schemas/keys.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'
import { showKey } from './key-domains.ts'

export const listKeys = endpoint({
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  description:
    'Newest first, without revoked keys. A key that is restricted to domains sees only itself and its descendants: keys that it, or one of them, created.',
  permission: 'read',
  query: pageQuery.omit({ cursor: true }),
  reply: pageOf(apiKey),
  envelope: 'page',
  async handle({ query, account, key, reach, sql, config }) {
    const listed = { account_id: account.id, below: reach.domain_ids === null ? null : (key?.id ?? null) }
    const { rows, pagination } = await readPage(query, (part) => selectKeys(sql, listed, part), countKeys(sql, listed))
    return { data: await Promise.all(rows.map((row) => showKey({ sql, config }, reach, row))), pagination }
  },
})
