import { countAssets, selectAssets } from '#model/qr-codes/assets.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listQrAssetsQuery, qrAsset } from '#schemas/qr-assets.ts'
import { endpoint } from '../frame/endpoint.ts'
import { paginate } from '../frame/pagination.ts'
import { describeAsset } from './describe-asset.ts'

export const listAssets = endpoint({
  method: 'GET',
  path: '/qr-assets',
  summary: 'List logos',
  permission: 'read',
  query: listQrAssetsQuery,
  reply: pageOf(qrAsset),
  envelope: 'page',
  async handle({ query, account, sql }) {
    const { page, limit } = query
    const [found, total] = await Promise.all([
      selectAssets(sql, account.id, { limit, offset: (page - 1) * limit }),
      countAssets(sql, account.id),
    ])
    return { data: found.map(describeAsset), pagination: paginate(query, total) }
  },
})
