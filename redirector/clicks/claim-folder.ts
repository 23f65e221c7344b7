import { createHash, randomBytes } from 'node:crypto'
import { linkSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Socket paths end at 104 (macOS) or 108 bytes (Linux). */
const socketPathMostBytes = 100
/** Claims that are won and lost again in the same moment, by several processes that find one dead. */
const attemptsMost = 5

export interface Claim {
  release(): Promise<void>
}

/**
 * Makes this process the owner of the folder for as long as it lives, or until released; null while another one is.
 * The claim is a listening unix socket: the kernel ends it with its process, and a connection is refused only then. A
 * slow or stopped process still has its connections accepted, so time never decides.
 */
export async function claimFolder(folder: string): Promise<Claim | null> {
  const path = socketPath(folder)
  for (let attempt = 0; attempt < attemptsMost; attempt++) {
    const server = await listen(path)
    if (server !== null) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    const seen = identify(path)
    if (!(await isRefused(path))) return null
    if (seen !== null) removeDead(path, seen)
  }
  return null
}

function socketPath(folder: string): string {
  const path = join(folder, 'owner.sock')
  if (Buffer.byteLength(path) <= socketPathMostBytes) return path
  return join(tmpdir(), `waymark-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.sock`)
}

/** Binding a path is atomic: of several processes one succeeds. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    // Exclusive: in a cluster the parent would hold the socket, and the claim would outlive its process.
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** A socket that is gone counts as refused: the next attempt binds it. */
function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT'),
    )
  })
}

/** Another process may have replaced the dead socket since it was seen: then it is put back, without ever waiting in between. */
function removeDead(path: string, seen: string): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (identify(aside) !== seen) linkSync(aside, path)
    unlinkSync(aside)
  } catch (error) {
    // Someone else was faster.
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function identify(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.ino} ${stats.birthtimeNs}`
}
