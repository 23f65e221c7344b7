import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

/** Pixels, four bytes each. */
export interface Pixels {
  bytes: Buffer
  width: number
  height: number
}

const options: ReaderOptions = { formats: ['QRCode'], tryHarder: true, tryInvert: true, maxNumberOfSymbols: 1 }

let isPrepared = false

/** Reads a code as phones do: null when there is none to be seen. */
export async function readCode({ bytes, width, height }: Pixels): Promise<Buffer | null> {
  prepare()
  // No Buffer of ours lies in shared memory, which pictures of browsers may not.
  const data = new Uint8ClampedArray(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, options)
  return found?.isValid === true ? Buffer.from(found.bytes) : null
}

/** The reader would fetch its program from another host. Ours is the one that was installed. */
function prepare(): void {
  if (isPrepared) return
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = readFileSync(file)
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  prepareZXingModule({ overrides: { wasmBinary } })
  isPrepared = true
}
