import { describeDomain } from '#model/domains/describe-domain.ts'
import { countDomains, selectDomains } from '#model/domains/select-domains.ts'
import { domain } from '#schemas/domains.ts'
import { pageOf, pageQuery } from '#schemas/envelope.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'

export const listDomains = endpoint({
  method: 'GET',
  path: '/domains',
  summary: 'List domains',
  description: 'Subdomains and branded domains, newest first.',
  permission: 'read',
  query: pageQuery.omit({ cursor: true }),
  reply: pageOf(domain),
  envelope: 'page',
  async handle({ query, reach, sql, config }) {
    const { rows, pagination } = await readPage(
      query,
      (part) => selectDomains(sql, reach, part),
      countDomains(sql, reach),
    )
    return { data: rows.map((row) => describeDomain(row, config)), pagination }
  },
})
