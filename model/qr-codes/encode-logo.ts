import { z } from 'zod'
import type { QrLogoJob } from '#schemas/queues.ts'
import { askForQrWork, type QrServices } from './qr-work.ts'

/** Size limit of an upload in bytes. */
export const largestLogoBytes = 1024 * 1024

const encoded = z.object({ kind: z.literal('encoded'), width: z.int(), height: z.int() })
const refused = z.object({ kind: z.literal('refused'), message: z.string() })
/** The worker's result without the image. */
export const logoHead = z.discriminatedUnion('kind', [encoded, refused])
export type LogoHead = z.infer<typeof logoHead>

export type EncodedLogo =
  /** A PNG without metadata. */
  | (z.infer<typeof encoded> & { bytes: Buffer })
  /** 422 */
  | z.infer<typeof refused>
  /** 503 */
  | { kind: 'unavailable' }

/** Size limit of the copy of a logo that is part of each page. */
export const largestPageLogoBytes = 8 * 1024

/** Makes a PNG of an unchecked upload: in a worker, because image decoders are a target of attacks. */
export async function encodeLogo(services: QrServices, upload: Buffer): Promise<EncodedLogo> {
  if (upload.length > largestLogoBytes) return { kind: 'refused', message: 'Must be at most 1 MB.' }
  return await askForLogo(services, { task: 'logo', upload: upload.toString('base64') })
}

/** Makes a small PNG of an encoded logo. */
export async function encodePageLogo(services: QrServices, logo: Buffer): Promise<EncodedLogo> {
  const small = await askForLogo(services, { task: 'logo', upload: logo.toString('base64'), for_pages: true })
  // A worker of an earlier version makes large ones.
  return small.kind === 'encoded' && small.bytes.length > largestPageLogoBytes ? { kind: 'unavailable' } : small
}

async function askForLogo(services: QrServices, task: Omit<QrLogoJob, 'result_key'>): Promise<EncodedLogo> {
  const work = await askForQrWork(services, task)
  if (work === null) return { kind: 'unavailable' }
  const head = logoHead.parse(work.head)
  return head.kind === 'refused' ? head : { ...head, bytes: work.bytes }
}
