import type { QrCode } from '#schemas/qr-codes.ts'
import type { QrFormat } from '#schemas/qr-settings.ts'
import { readImage } from '../api/qr-codes.ts'

/** Rejects with why there is no file: a code may be too fine for a small image. */
export async function downloadImage(code: QrCode, format: QrFormat, size?: number): Promise<void> {
  const file = await readImage(code.id, format, size)
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileName(code.name)}.${format === 'jpeg' ? 'jpg' : format}`
  link.click()
  // Browsers have taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}

const fileName = (name: string | undefined): string =>
  (name ?? '').replace(/[\\/:*?"<>|\p{C}]+/gu, '-').replace(/^[-. ]+|[-. ]+$/g, '') || 'qr-code'
