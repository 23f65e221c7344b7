import { z } from 'zod'
import { listCampaignsQuery } from './campaigns.ts'
import { listExperimentsQuery } from './experiments.ts'
import { listShortUrlsQuery } from './links.ts'
import { listQrCodesQuery } from './qr-codes.ts'
import { listTagsQuery } from './tag-records.ts'

export const listFormats = ['csv', 'json'] as const
export type ListFormat = (typeof listFormats)[number]

const format = z
  .enum(listFormats)
  .default('csv')
  .describe('`csv`: one row per object, where lists of objects are JSON. `json`: an array of the records of the list.')

/** The filters of each list. An export has all rows in one order, so it takes no page and no order. */
const order = { sortBy: true, sortOrder: true } as const
const pages = { page: true, limit: true } as const

export const exportShortUrlsQuery = listShortUrlsQuery.omit({ ...pages, ...order, cursor: true }).extend({ format })
export const exportQrCodesQuery = listQrCodesQuery.omit({ ...pages, ...order, cursor: true }).extend({ format })
export const exportCampaignsQuery = listCampaignsQuery.omit(pages).extend({ format })
export const exportExperimentsQuery = listExperimentsQuery.omit(pages).extend({ format })
export const exportTagsQuery = listTagsQuery.omit({ ...pages, ...order }).extend({ format })
