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

/** Uses the given servers, or the system's if the list is empty. */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    texts: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    alias: (name) => ask(async () => (await resolver.resolveCname(name)).map(plainName)),
    async addresses(name) {
      const answers = await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))])
      const values = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []))
      if (values.length > 0) return { kind: 'found', values }
      return answers.find(({ kind }) => kind === 'unknown') ?? { kind: 'absent' }
    },
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
