import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

/** An image with four bytes per pixel. */
export interface Pixels {
  bytes: Buffer
  width: number
  height: number
}

const options: ReaderOptions = { formats: ['QRCode'], tryHarder: true, tryInvert: true, maxNumberOfSymbols: 1 }

let isPrepared = false

/** Reads a QR code as a phone would. Returns null if none is found. */
export async function readCode({ bytes, width, height }: Pixels): Promise<Buffer | null> {
  prepare()
  // The cast is safe: our Buffers never use shared memory, which the reader's types exclude.
  const data = new Uint8ClampedArray(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, options)
  return found?.isValid === true ? Buffer.from(found.bytes) : null
}

/** Loads the installed WebAssembly file. By default the reader would download it from another host. */
function prepare(): void {
  if (isPrepared) return
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = readFileSync(file)
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  prepareZXingModule({ overrides: { wasmBinary } })
  isPrepared = true
}
