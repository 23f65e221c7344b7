import { countWebhooks, selectWebhooks } from '#model/webhooks/webhooks.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listWebhooksQuery, webhook } from '#schemas/webhooks.ts'
import { endpoint } from '../frame/endpoint.ts'
import { paginate, readPage } from '../frame/pagination.ts'

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'Newest first, in order of creation.',
  permission: 'read',
  feature: 'webhooks',
  query: listWebhooksQuery,
  reply: pageOf(webhook),
  envelope: 'page',
  async handle({ query, account, reach, sql }) {
    // A key that is limited to domains cannot access webhooks: they receive events of all domains.
    if (reach.domain_ids !== null) return { data: [], pagination: paginate(query, 0) }
    const { rows, pagination } = await readPage(
      query,
      (part) => selectWebhooks(sql, account.id, part),
      countWebhooks(sql, account.id),
    )
    return { data: rows, pagination }
  },
})
