import { Resolver } from 'node:dns/promises'

/** absent: a server confirmed that there is no such record. unknown: no server could tell, which proves nothing. */
export type DnsAnswer = { kind: 'found'; values: string[] } | { kind: 'absent' } | { kind: 'unknown'; code: string }

export interface Dns {
  /** The values of all TXT records, each joined from its parts. */
  texts(name: string): Promise<DnsAnswer>
  /** The CNAME target, in lower case and without a trailing dot. */
  alias(name: string): Promise<DnsAnswer>
  /** All IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<DnsAnswer>
}

/** Timeout per query and server. A server that does not respond is queried again. */
const timeoutMs = 1_500
const tries = 2

/** The name does not exist, or it has no record of this type. */
const absentCodes = new Set(['ENOTFOUND', 'ENODATA'])

/** A resolver reads the servers of the system once, and they change with the network. */
const systemServersMs = 30_000

/** Uses the given servers, or the system's if the list is empty. */
export function createDns(servers: readonly string[], system = newSystemResolver, keptMs = systemServersMs): Dns {
  const current = servers.length > 0 ? useServers(servers) : keepFor(keptMs, system)
  return {
    texts: (name) => ask(async () => (await current().resolveTxt(name)).map((parts) => parts.join(''))),
    alias: (name) => ask(async () => (await current().resolveCname(name)).map(plainName)),
    async addresses(name) {
      const resolver = current()
      const answers = await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))])
      const values = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []))
      if (values.length > 0) return { kind: 'found', values }
      return answers.find(({ kind }) => kind === 'unknown') ?? { kind: 'absent' }
    },
  }
}

const newSystemResolver = () => new Resolver({ timeout: timeoutMs, tries })

function useServers(servers: readonly string[]): () => Resolver {
  const resolver = newSystemResolver()
  resolver.setServers(servers)
  return () => resolver
}

function keepFor(ms: number, make: () => Resolver): () => Resolver {
  let resolver = make()
  let madeAt = performance.now()
  return () => {
    if (performance.now() - madeAt < ms) return resolver
    madeAt = performance.now()
    resolver = make()
    return resolver
  }
}

async function ask(question: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    const values = await question()
    return values.length === 0 ? { kind: 'absent' } : { kind: 'found', values }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return absentCodes.has(code) ? { kind: 'absent' } : { kind: 'unknown', code }
  }
}

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
