import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import jsqr from 'jsqr'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'

/** An image with four bytes per pixel. */
export interface Pixels {
  bytes: Buffer
  width: number
  height: number
}

/** Reads the bytes in a QR code. Returns null if none is found. */
type Decoder = (pixels: Pixels) => Promise<Buffer | null>

const options: ReaderOptions = { formats: ['QRCode'], tryHarder: true, tryInvert: true, maxNumberOfSymbols: 1 }

let isPrepared = false

/** zxing, like most scanner apps: several methods to tell dark from light, at several scales. */
export const readWithZxing: Decoder = async ({ bytes, width, height }) => {
  prepare()
  // The cast is safe: our Buffers never use shared memory, which the reader's types exclude.
  const data = new Uint8ClampedArray(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, options)
  return found?.isValid === true ? Buffer.from(found.bytes) : null
}

/**
 * jsQR, like scanners in web pages and old phones: one method and one scale. It shares no code with zxing. It needs
 * dark codes, because its own inversion takes large light areas for dark ones.
 */
const readWithJsqr: Decoder = async ({ bytes, width, height }) => {
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = jsqr.default(data, width, height, { inversionAttempts: 'dontInvert' })
  return found === null ? null : Buffer.from(found.binaryData)
}

/** Every code must be readable by each of them. */
export const decoders: readonly Decoder[] = [readWithZxing, readWithJsqr]

/** Loads the installed WebAssembly file. By default the reader would download it from another host. */
function prepare(): void {
  if (isPrepared) return
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = readFileSync(file)
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  prepareZXingModule({ overrides: { wasmBinary } })
  isPrepared = true
}
