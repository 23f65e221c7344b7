import { readFileSync, statSync } from 'node:fs'
import { LaunchError } from '../launch-error.ts'

export type Account = { uid: number; gid: number }

/** Postgres does not run as root: it runs as its data's owner, `postgres`, or `nobody`. Undefined: the current user. */
export function postgresAccount(pgData: string): Account | undefined {
  const me = process.getuid?.()
  const owner = ownerOf(pgData)
  if (me !== 0) {
    if (owner !== undefined && owner.uid !== me) {
      throw new LaunchError(
        `${pgData} belongs to another user (UID ${owner.uid}). Start as that user, or set DATA_DIR to another folder.`,
      )
    }
    return undefined
  }
  if (owner !== undefined && owner.uid !== 0) return owner
  const users = readFileSync('/etc/passwd', 'utf8')
  const account = findUser(users, 'postgres') ?? findUser(users, 'nobody')
  if (account === undefined) {
    throw new LaunchError(
      'PostgreSQL does not run as root, and there is no user named postgres or nobody. Start as another user.',
    )
  }
  return account
}

/** Finds a user in lines of the form `name:password:uid:gid:...`. */
export function findUser(passwd: string, name: string): Account | undefined {
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':')
    if (user === name && /^[1-9]\d*$/.test(uid ?? '') && /^\d+$/.test(gid ?? ''))
      return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

function ownerOf(path: string): Account | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { uid: stats.uid, gid: stats.gid }
}
