import { type AssetRow, countAssets, selectAssets } from '#model/qr-codes/assets.ts'
import { pageOf } from '#schemas/envelope.ts'
import { listQrAssetsQuery, type QrAsset, qrAsset } from '#schemas/qr-assets.ts'
import { endpoint } from '../frame/endpoint.ts'
import { readPage } from '../frame/pagination.ts'

export const listAssets = endpoint({
  method: 'GET',
  path: '/qr-assets',
  summary: 'List logos',
  permission: 'read',
  query: listQrAssetsQuery,
  reply: pageOf(qrAsset),
  envelope: 'page',
  async handle({ query, account, sql }) {
    const counting = countAssets(sql, account.id)
    const { rows, pagination } = await readPage(query, (part) => selectAssets(sql, account.id, part), counting)
    return { data: rows.map(describeAsset), pagination }
  },
})

export const describeAsset = ({ created_at, ...asset }: AssetRow): QrAsset => ({
  ...asset,
  created_at: created_at.toISOString(),
})
