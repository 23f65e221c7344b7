import type { QrFormat } from '#schemas/qr-choices.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { readImage } from '../api/qr-codes.ts'
import { saveFile } from '../parts/save-file.ts'

/** Rejects with why there is no file: a code may be too fine for a small image. */
export async function downloadImage(code: QrCode, format: QrFormat, size?: number): Promise<void> {
  const file = await readImage(code.id, format, size)
  saveFile(`${fileName(code.name)}.${format === 'jpeg' ? 'jpg' : format}`, [file], file.type)
}

const fileName = (name: string | undefined): string =>
  (name ?? '').replace(/[\\/:*?"<>|\p{C}]+/gu, '-').replace(/^[-. ]+|[-. ]+$/g, '') || 'qr-code'
