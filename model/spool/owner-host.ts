import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ifThereSync } from '#runtime/if-there.ts'

/**
 * A symbolic link whose text is the host that owns a spool folder: it is created and replaced atomically, and needs no
 * space on a full disk.
 */
export const ownerHostPath = (folder: string) => join(folder, 'owner-host')

/** A longer text needs space on most file systems. */
const textMostBytes = 59
const idLength = 16

/** Where a process runs. */
export interface Host {
  /** Changes with each start of the machine. Its containers have it in common, and reach each other's sockets. */
  boot: string
  /** The same after a restart of the machine. */
  id: string
  /** Its name, for messages. It may be cut off. */
  name: string
}

export function findHost(): Host {
  const read = (path: string) => ifThereSync(() => readFileSync(path, 'utf8').trim()) ?? ''
  const id = createHash('sha256')
    .update(`${read('/etc/machine-id')} ${hostname()}`)
    .digest('hex')
  const boot = read('/proc/sys/kernel/random/boot_id').replaceAll('-', '')
  return { boot: boot.slice(0, idLength), id: id.slice(0, idLength), name: hostname() }
}

/** Whether a socket of the owner that refuses connections proves to this host that the owner is dead. */
export function isSameHost(owner: Host, own: Host): boolean {
  return owner.id === own.id || (owner.boot !== '' && owner.boot === own.boot)
}

/** The host whose process owns the folder or owned it when it was killed; null if the owner released it. */
export function readOwnerHost(folder: string): Host | null {
  const text = ifThereSync(() => readlinkSync(ownerHostPath(folder)))
  if (text === null) return null
  const [boot = '', id = '', ...name] = text.split(' ')
  return { boot, id, name: name.join(' ') }
}

const describe = ({ boot, id, name }: Host) => `${boot} ${id} ${name}`.slice(0, textMostBytes)

/** Makes the folder belong to this host. Returns false if it belongs to another one, unless that one is `gone`. */
export function keepOwnerHost(folder: string, own: Host, gone = false): boolean {
  const path = ownerHostPath(folder)
  for (;;) {
    const owner = readOwnerHost(folder)
    if (owner !== null && describe(owner) === describe(own)) return true
    if (owner !== null && !gone && !isSameHost(owner, own)) return false
    if (owner === null ? create(path, own) : replace(path, own)) return true
  }
}

export function forgetOwnerHost(folder: string): void {
  ifThereSync(() => unlinkSync(ownerHostPath(folder)))
}

/** Returns false if another process was faster. */
function create(path: string, host: Host): boolean {
  try {
    symlinkSync(describe(host), path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function replace(path: string, host: Host): true {
  const next = `${path}.${randomBytes(4).toString('hex')}`
  symlinkSync(describe(host), next)
  renameSync(next, path)
  return true
}
