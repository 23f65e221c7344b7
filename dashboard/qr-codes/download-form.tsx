import { Download } from 'lucide-react'
import { useState } from 'react'
import { largestSize, type QrFormat, qrFormats, smallestSize } from '#schemas/qr-choices.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { readImage } from '../api/qr-codes.ts'
import { Form } from '../parts/form.tsx'
import { Options } from '../parts/options.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Segments } from '../parts/segments.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { useSending } from '../parts/use-sending.ts'
import { describeDistance, isVector, pixelsFor, printSizes } from './print-sizes.ts'

const formats = Object.fromEntries(
  qrFormats.map((format) => [format, format === 'webp' ? 'WebP' : format.toUpperCase()]),
) as Record<QrFormat, string>
const screenSizes = [256, 512, 1_024, 2_048, 4_096]

export function DownloadForm({ code }: { code: QrCode }) {
  const [format, setFormat] = useState<QrFormat>('png')
  const [size, setSize] = useState(code.visual_settings.size)
  const sending = useSending(() => downloadImage(code, format, isVector(format) ? undefined : size))
  return (
    <Form sending={sending} submit={sending.isSending ? 'Preparing…' : 'Download'} Icon={Download}>
      <Segments name="Format" choices={formats} chosen={format} onChoose={setFormat} />
      {isVector(format) ? (
        <p className="text-[13px] text-dim">Vector format: sharp at any size, best for print.</p>
      ) : (
        <SelectField
          label="Size"
          value={size}
          hint={hintFor(size)}
          onChange={({ target }) => setSize(Number(target.value))}
        >
          <optgroup label="Print, 300 dpi">
            <Options
              of={printSizes.map(({ name, millimeters }) => [
                pixelsFor(millimeters),
                `${name}: ${millimeters / 10} cm`,
              ])}
            />
          </optgroup>
          <optgroup label="Screen">
            <Options
              of={[...new Set([...screenSizes, code.visual_settings.size])]
                .filter((pixels) => pixels >= smallestSize && pixels <= largestSize)
                .sort((one, other) => one - other)
                .map((pixels) => [pixels, `${pixels} px`])}
            />
          </optgroup>
        </SelectField>
      )}
    </Form>
  )
}

function hintFor(size: number): string {
  const print = printSizes.find(({ millimeters }) => pixelsFor(millimeters) === size)
  return print === undefined
    ? `${size} pixels wide`
    : `${size} pixels wide, can be scanned from about ${describeDistance(print.millimeters)} away`
}

/** Rejects if the code is too detailed for a small image. */
async function downloadImage(code: QrCode, format: QrFormat, size?: number): Promise<void> {
  const file = await readImage(code.id, format, size)
  saveFile(`${fileName(code.name)}.${format === 'jpeg' ? 'jpg' : format}`, [file], file.type)
}

const fileName = (name: string | undefined): string =>
  (name ?? '').replace(/[\\/:*?"<>|\p{C}]+/gu, '-').replace(/^[-. ]+|[-. ]+$/g, '') || 'qr-code'
