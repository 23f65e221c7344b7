import dns2 from 'dns2'

const { Packet } = dns2
const types = { TXT: Packet.TYPE.TXT, CNAME: Packet.TYPE.CNAME, A: Packet.TYPE.A, AAAA: Packet.TYPE.AAAA } as const
const codes = { noSuchName: 3, failure: 2 } as const

export interface TestDns {
  /** Same format as DNS_SERVERS. */
  address: string
  /** Replaces all records of this name and type. */
  set(name: string, type: keyof typeof types, ...values: string[]): void
  /** While failing, every query returns a server failure. */
  fail(isFailing: boolean): void
  close(): Promise<void>
}

/** A real DNS server on loopback. */
export async function startDns(): Promise<TestDns> {
  const records = new Map<string, string[]>()
  let failing = false

  function answer(request: dns2.Packet): dns2.Packet {
    const response = Packet.createResponseFromRequest(request)
    const [question] = request.questions
    if (failing || question === undefined) {
      response.header.rcode = codes.failure
      return response
    }
    const name = question.name.toLowerCase()
    const valuesOf = (type: number) => records.get(`${name} ${type}`) ?? []
    if (!Object.values(types).some((type) => valuesOf(type).length > 0)) response.header.rcode = codes.noSuchName
    for (const value of valuesOf(question.type)) {
      const record = { ttl: 0, data: value, domain: value, address: value }
      response.answers.push(Packet.createResourceFromQuestion(question, record))
    }
    return response
  }

  const server = dns2.createServer({ udp: true, handle: (request, send) => void send(answer(request)) })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  return {
    address: `127.0.0.1:${udp?.port}`,
    set: (name, type, ...values) => void records.set(`${name} ${types[type]}`, values),
    fail(isFailing) {
      failing = isFailing
    },
    close: () => server.close(),
  }
}
