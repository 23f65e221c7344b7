import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketPathMostBytes } from '#runtime/setting-types.ts'
import { findHost, forgetOwnerHost, type Host, keepOwnerHost, readOwnerHost } from './owner-host.ts'

const socketName = 'owner.sock'
/** Several processes that find the same dead claim may race for it, so a claim is retried this often. */
const attemptsMost = 5

/** A socket without a host next to it belongs to a process that is releasing the folder, or to an earlier version. */
const releasingMs = 250

export interface Claim {
  release(): Promise<void>
}

interface ClaimOptions {
  /** Where this process runs. */
  host?: Host
  /** The owner's host will never use the folder again, although it did not release it. */
  ownerIsGone?: boolean
}

/**
 * Makes this process the owner of the folder until it exits or releases the claim. Returns null if another process is
 * the owner. The claim is a listening Unix socket, which the kernel closes with its process; only then are connections
 * refused. A slow or stopped process still accepts connections, so no timeout is involved. On a shared volume, the socket
 * of another host always refuses connections, so the host is stored next to it, and a folder of another host is not taken.
 */
export async function claimFolder(
  folder: string,
  { host = findHost(), ownerIsGone = false }: ClaimOptions = {},
): Promise<Claim | null> {
  const path = socketPath(folder)
  const isReleased = readOwnerHost(folder) === null
  if (!keepOwnerHost(folder, host, ownerIsGone)) return null
  if (isReleased && statSync(path, { throwIfNoEntry: false }) !== undefined) await sleep(releasingMs)
  for (let attempt = 0; attempt < attemptsMost; attempt++) {
    const server = await listen(path)
    if (server !== null) return await confirm(server, folder, host)
    const seen = identify(path)
    if (!(await isRefused(path))) return null
    if (seen !== null) removeDead(path, seen)
  }
  return null
}

/** The previous owner, on the same host, may have released the folder in between, and another host may have taken it. */
async function confirm(server: Server, folder: string, host: Host): Promise<Claim | null> {
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  if (!keepOwnerHost(folder, host)) {
    await close()
    return null
  }
  return {
    release: async () => {
      // First: the next owner on this host stores it again after it has the socket.
      forgetOwnerHost(folder)
      await close()
    },
  }
}

/** Never in a folder for temporary files, where another user could take a name that is known in advance. */
function socketPath(folder: string): string {
  const path = join(folder, socketName)
  if (Buffer.byteLength(path) <= socketPathMostBytes) return path
  throw new Error(
    `${path} is too long for a socket (limit: ${socketPathMostBytes} bytes): set DATA_DIR to a shorter path`,
  )
}

/** Binding a path is atomic: exactly one of several processes succeeds. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    // Exclusive, because in a cluster the parent would hold the socket and the claim would outlive its process.
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** A missing socket counts as refused: the next attempt binds it. */
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

/** If another process has replaced the dead socket since it was identified, it is put back immediately. */
function removeDead(path: string, seen: string): void {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (identify(aside) !== seen) linkSync(aside, path)
    unlinkSync(aside)
  } catch (error) {
    // Another process was faster.
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function identify(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.ino} ${stats.birthtimeNs}`
}
