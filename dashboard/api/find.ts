import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Campaign } from '#schemas/campaigns.ts'
import type { ShortUrl } from '#schemas/links.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { kindNames } from '../qr-codes/code-search.ts'
import { readPage } from './client.ts'

/** A search result with its own page. */
export interface Found {
  id: string
  name: string
  /** Distinguishes results with the same name. */
  note: string
}

/** Results per kind. */
const mostFound = 5

const findIn = async <Row>(path: string, search: string, signal: AbortSignal, describe: (row: Row) => Found) =>
  (await readPage<{ data: Row[] }>(path, { signal, query: { search, limit: mostFound } })).data.map(describe)

const describeLink = ({ id, name, short_url, original_url }: ShortUrl): Found => ({
  id,
  name: name ?? bareUrl(short_url),
  note: bareUrl(name === null ? original_url : short_url),
})

const describeCampaign = ({ id, name, url_count }: Campaign): Found => ({
  id,
  name,
  note: quantity(url_count, 'link'),
})

const describeCode = ({ id, name, content_type, short_url }: QrCode): Found => ({
  id,
  name: name ?? 'Untitled QR code',
  note: short_url === undefined || short_url === null ? kindNames[content_type] : bareUrl(short_url),
})

/** Links, campaigns and QR codes that match the text. */
export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['find', text],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const [links, campaigns, codes] = await Promise.all([
        findIn('/api/v1/short-urls', text, signal, describeLink),
        findIn('/api/v1/campaigns', text, signal, describeCampaign),
        findIn('/api/v1/qr-codes', text, signal, describeCode),
      ])
      return { links, campaigns, codes }
    },
  })
