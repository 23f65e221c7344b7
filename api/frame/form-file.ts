import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, badRequest, tryLater } from '#core/api-error.ts'
import { openNameless } from '#runtime/nameless-file.ts'
import type { UploadedFile } from '#schemas/new-import.ts'
import { limitFileTime, type RequestTimes } from './request-times.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Closed when the handler has ended. */
    uploadedFile?: FileHandle
  }
}

const mib = 1024 ** 2
const largestFileBytes = 256 * mib
const chunkBytes = mib
/** Forms of one process that are received at the same time, since each takes up to 256 MB of the disk. */
const mostAtOnce = 4
/** Lower than the total, so slow uploads of one account do not block those of others. */
const mostOfAccount = 2
const limits = { files: 1, fields: 50, fieldSize: 64 * 1024, fileSize: largestFileBytes, parts: 60, headerPairs: 50 }

/**
 * Reads forms with a large file: its bytes go to a file in the data folder that no longer has a name, so that it is gone with
 * the request or the process.
 */
export function readFileForms(app: FastifyInstance, dataDir: string, time: RequestTimes['file']): void {
  const receiving: (string | undefined)[] = []
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    if (payload.destroyed) throw unreadable()
    if (Number(request.headers['content-length'] ?? 0) > largestFileBytes + mib) throw tooLarge()
    const account = request.caller?.account.id
    if (receiving.length >= mostAtOnce || receiving.filter((other) => other === account).length >= mostOfAccount)
      throw tryLater('SERVICE_UNAVAILABLE', 'Too many files are being uploaded. Try again.', 5)
    receiving.push(account)
    limitFileTime(request, time)
    try {
      const file = await openNameless(join(dataDir, 'uploads'))
      request.uploadedFile = file
      return await receive(request, payload, file)
    } finally {
      receiving.splice(receiving.indexOf(account), 1)
    }
  })
  // Called after every handler. If the client has left, there is no onResponse, and the file would stay on the disk.
  app.addHook('onSend', async ({ uploadedFile, log }) => {
    await uploadedFile?.close().catch((error: unknown) => log.warn({ err: error }, 'an uploaded file was not closed'))
  })
}

function receive(request: FastifyRequest, payload: Readable, target: FileHandle): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  return new Promise((resolve, reject) => {
    const form = startParser(request.headers['content-type'] ?? '', reject)
    if (form === undefined) return
    let writing: Promise<unknown> = Promise.resolve()
    form.on('field', (name, value, _nameIsCut, isCut) => {
      if (isCut) return reject(tooLarge())
      if (name === 'file' || Object.hasOwn(fields, name))
        return reject(badRequest(`Send the field \`${name}\` once, and the file as a file.`))
      Object.defineProperty(fields, name, { value, enumerable: true })
    })
    form.on('file', (name, stream, fileName) => {
      stream.on('limit', () => reject(tooLarge()))
      // Emitted when the form ends in the middle of the file. Without a listener, it would end the process.
      stream.on('error', () => reject(unreadable()))
      if (name !== 'file') {
        stream.resume()
        return reject(badRequest('Send the file in the field `file`.'))
      }
      writing = keep(stream, target, fileName ?? '').then((file) => {
        fields['file'] = file
      })
      writing.catch(reject)
    })
    form.on('error', () => reject(unreadable()))
    form.on('filesLimit', () => reject(badRequest('The form must have exactly one file.')))
    form.on('finish', () => void writing.then(() => resolve(fields), reject))
    // Also if the client has left in the meantime.
    finished(payload, (error) => {
      if (error) reject(unreadable())
    })
    payload.pipe(form)
  })
}

function startParser(type: string, reject: (error: unknown) => void) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    // Its content type names no boundary.
    reject(unreadable())
    return undefined
  }
}

async function keep(stream: Readable, target: FileHandle, name: string): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    await target.write(chunk, 0, chunk.length, bytes)
    bytes += chunk.length
  }
  return { name, bytes, sha256: hash.digest('hex'), read: () => readChunks(target, bytes) }
}

async function* readChunks(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(Math.min(chunkBytes, bytes - start)),
      0,
      undefined,
      start,
    )
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    start += bytesRead
  }
}

/** The source of the file may not have arrived yet. */
const tooLarge = () =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    'The file is larger than 256 MB. Split it into several files. The archive of an account cannot be split: the operator of this installation can import it with `waymark import waymark --file FILE --account ID`.',
  )
const unreadable = () => badRequest('The form cannot be read. Send it as multipart/form-data.')
