interface Node {
  host: string
  port: number
}

interface Login {
  username?: string
  password?: string
}

interface Several {
  nodes: Node[]
  login: Login
  isEncrypted: boolean
}

/** Where Redis is: one server, the nodes of a cluster, or sentinels that know the current primary. */
export type RedisAddress =
  | { kind: 'single'; url: string }
  | (Several & { kind: 'cluster' })
  | (Several & { kind: 'sentinel'; name: string; db: number; sentinelLogin: Login })

const shapes = {
  cluster: 'redis+cluster://user:password@host:port,host:port',
  sentinel: 'redis+sentinel://user:password@host:port,host:port/name-of-the-primary/database',
}
const defaultPorts = { cluster: 6379, sentinel: 26_379 }

const pattern = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^@/]*)@)?([^/?]+)(\/[^?]*)?(\?.*)?$/

/** Reads an address, and throws an error with the expected form. The forms for several servers are ours, not those of a standard. */
export function parseRedisUrl(url: string): RedisAddress {
  if (/^rediss?:\/\//.test(url)) return { kind: 'single', url }
  const [, scheme, kind, login = '', hosts = '', path = '', query = ''] = pattern.exec(url) ?? []
  if (kind !== 'cluster' && kind !== 'sentinel')
    throw new Error(`must start with redis:// or rediss://, or look like ${shapes.cluster} or ${shapes.sentinel}`)
  const several = {
    nodes: hosts.split(',').map((node) => parseNode(node, kind)),
    login: parseLogin(login),
    isEncrypted: scheme === 'rediss',
  }
  if (kind === 'sentinel') return { kind, ...several, ...parsePrimary(path, query) }
  if (path.length > 1 || query !== '')
    throw new Error(`must look like ${shapes.cluster}: a cluster has no numbered databases`)
  return { kind, ...several }
}

/** host, host:port, or [IPv6]:port. */
function parseNode(node: string, kind: 'cluster' | 'sentinel'): Node {
  const [, bracketed, name, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]@]+))(?::(\d{1,5}))?$/.exec(node) ?? []
  const host = bracketed ?? name
  // The text may be a part of a password.
  if (host === undefined)
    throw new Error(`must look like ${shapes[kind]}: IPv6 addresses need brackets, and / @ : in a password %2F %40 %3A`)
  return { host, port: port === undefined ? defaultPorts[kind] : Number(port) }
}

function parsePrimary(path: string, query: string) {
  const [name = '', db = '0', ...rest] = path.split('/').slice(1)
  if (name === '' || !/^\d+$/.test(db) || rest.length > 0) throw new Error(`must look like ${shapes.sentinel}`)
  const options = new URLSearchParams(query)
  const [username, password] = [options.get('sentinel_user'), options.get('sentinel_password')]
  return {
    name: decodeURIComponent(name),
    db: Number(db),
    sentinelLogin: { ...(username !== null && { username }), ...(password !== null && { password }) },
  }
}

function parseLogin(login: string): Login {
  const colon = login.indexOf(':')
  const [username, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)]
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  }
}
