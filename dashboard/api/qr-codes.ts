import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { codeReply } from '#schemas/analytics-qr.ts'
import type { ContentType, QrFormat } from '#schemas/qr-choices.ts'
import type { generatedQrCode, QrCode, QrCodeStatus } from '#schemas/qr-codes.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { timeZone } from '../format/time-zone.ts'
import type { Scope } from './analytics.ts'
import { change, type Page, read, readFile, readPage } from './client.ts'
import { rootPath } from './page-meta.ts'
import { codesKey } from './refresh.ts'

export interface CodeFilter {
  q?: string | undefined
  kind?: ContentType | undefined
  status?: QrCodeStatus | undefined
}

/** What a form says of a code, as the interface takes it. */
export interface CodeBody {
  content_type?: ContentType
  content_data?: unknown
  is_dynamic?: boolean
  tracking_enabled?: boolean
  name?: string | null
  custom_alias?: string
  url_type?: 'standard' | 'subdomain' | 'branded'
  subdomain?: string
  branded_domain?: string
  password?: string | null
  expires_at?: string | null
  campaign_id?: string | null
  tags?: string[]
  visual_settings?: Partial<VisualSettings>
}

export type GeneratedCode = z.output<typeof generatedQrCode>
export type CodeReport = z.output<typeof codeReply>

const pageSize = 24
const path = '/api/v1/qr-codes'
const reportFreshMs = 15_000

export const codesQuery = ({ q, kind, status }: CodeFilter) =>
  infiniteQueryOptions({
    queryKey: [...codesKey, 'list', { q, kind, status }],
    initialPageParam: '',
    getNextPageParam: ({ pagination: { next_cursor } }: Page<QrCode>) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage<Page<QrCode>>(path, {
        signal,
        query: { limit: pageSize, cursor: pageParam, search: q, content_type: kind, status },
      }),
  })

export const codeQuery = (id: string) =>
  queryOptions({
    queryKey: [...codesKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await read<{ qrCode: QrCode }>(`${path}/${encodeURIComponent(id)}`, { signal })).qrCode,
  })

/** All figures of one code. Old ones stay, dimmed, while new ones load. */
export const codeReportQuery = (id: string, query: Scope & { granularity: 'hour' | 'day' }) =>
  queryOptions({
    queryKey: [...codesKey, 'report', id, query],
    staleTime: reportFreshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      read<CodeReport>(`/api/v1/qranalytics/qr/${encodeURIComponent(id)}`, {
        signal,
        query: { ...query, timezone: timeZone() },
      }),
  })

/** Draws and reads a code that nobody keeps: what the server would say of it. */
export const scanCheckQuery = (payload: string, look: VisualSettings) =>
  queryOptions({
    queryKey: ['scan-check', payload, look],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { content_type: 'text', content_data: { text: payload }, visual_settings: look }
      const asked = { ...body, format: 'svg', save: false }
      return (await change<GeneratedCode>('POST', `${path}/generate`, { body: asked, signal, isQuestion: true }))
        .scan_check
    },
  })

/** Vector, so that it is sharp at every size, and read back whatever its size. It changes with the code. */
export const thumbnailOf = ({ id, updated_at }: Pick<QrCode, 'id' | 'updated_at'>): string =>
  `${rootPath}${path}/${id}/image?format=svg&v=${Date.parse(updated_at)}`

export const readImage = (id: string, format: QrFormat, size?: number): Promise<Blob> =>
  readFile(`${path}/${id}/image`, { query: { format, size } })

export const createCode = (body: CodeBody) =>
  change<GeneratedCode>('POST', `${path}/generate`, { body: { ...body, format: 'svg' } })
export const updateCode = (id: string, body: CodeBody) => change<{ qrCode: QrCode }>('PUT', `${path}/${id}`, { body })
export const deleteCode = (id: string, keepalive = false) => change('DELETE', `${path}/${id}`, { keepalive })
