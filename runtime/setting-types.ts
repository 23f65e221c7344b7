import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { parseUrl } from '#schemas/parse-url.ts'
import { parseRedisUrl } from './redis-url.ts'

export const port = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535')
    .default(standard)

export const whole = (standard: number, least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be between ${least} and ${most}`)
    .default(standard)

/** Never z.coerce.boolean: it reads the string "false" as true. */
export const flag = (standard: boolean) =>
  z
    .enum(['1', '0', 'true', 'false'], 'must be 1, 0, true, or false')
    .transform((value) => value === '1' || value === 'true')
    .default(standard)

export const baseUrl = () =>
  z.string().transform((value, context) => {
    const url = parseUrl(value)
    if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '') {
      return url.href.replace(/\/+$/, '')
    }
    context.addIssue({ code: 'custom', message: 'must be an http or https URL without a query' })
    return z.NEVER
  })

export const baseDomain = () =>
  z
    .string()
    .transform((value) => value.toLowerCase())
    .refine(
      (value) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(value),
      'must be a host name with an optional port, such as go.example.com',
    )

export const hostName = () =>
  z
    .string()
    .transform((value) => value.toLowerCase().replace(/\.$/, ''))
    .refine((value) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(value), 'must be a host name')

/** Socket paths are limited to 104 bytes on macOS and 108 on Linux. */
export const socketPathMostBytes = 100
const longestSocket = '/spool/255/owner.sock'
const dataDirMostBytes = socketPathMostBytes - longestSocket.length

export const dataDir = () =>
  z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path))
    .refine(
      (path) => Buffer.byteLength(path) <= dataDirMostBytes,
      `must be at most ${dataDirMostBytes} bytes as a full path, because it contains sockets`,
    )

export const storeUrl = (protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.some((protocol) => value.startsWith(`${protocol}//`)),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

export const redisUrl = () =>
  z.string().superRefine((value, context) => {
    try {
      parseRedisUrl(value)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
    }
  })

const listed = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

export const ipList = () =>
  listed().refine((parts) => parts.every((part) => isIP(part) !== 0), 'must be IP addresses separated by commas')

export const hostList = () => listed().pipe(z.array(hostName()))

/** Host names, or single labels of them, in any alphabet. */
export const nameList = () =>
  listed()
    .transform((parts) => parts.map((part) => domainToASCII(part)))
    .refine((parts) => !parts.includes(''), 'must be names separated by commas, such as example.com, example')

/** An https URL, or the path of a file. */
export const listSource = () =>
  z
    .string()
    .min(1)
    .refine(
      (value) => !/^[a-z]+:\/\//i.test(value) || parseUrl(value)?.protocol === 'https:',
      'must be an https URL or the path of a file',
    )

/** name=value pairs, percent-encoded as the OpenTelemetry specification requires. */
export const headerList = () =>
  listed().transform((parts, context) => {
    const pairs = parts.map((part) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x20-\x7e]*)$/.exec(part))
    const isComplete = pairs.every((pair) => pair !== null && isDecodable(pair[2] ?? ''))
    if (!isComplete) context.addIssue({ code: 'custom', message: 'must be name=value pairs separated by commas' })
    return isComplete ? Object.fromEntries(pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')])) : {}
  })

/** A decoded line feed would make a request impossible. */
function isDecodable(text: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(text))
  } catch {
    // Malformed escapes.
    return false
  }
}

/** The newest key first. Shorter texts could be guessed from a stolen database. */
export const secretKeys = (leastLength: number) =>
  listed().refine(
    (parts) => parts.length > 0 && parts.every((part) => part.length >= leastLength),
    `must be one or more keys of at least ${leastLength} random characters, separated by commas`,
  )

export const dnsServers = () =>
  listed().refine(
    (parts) => parts.every(isDnsServer),
    'must be IP addresses separated by commas, with optional ports, such as 192.0.2.1:53 or [2001:db8::1]:53',
  )

export const addressList = () =>
  listed().refine((parts) => parts.every(isAddressOrCidr), 'must be IP addresses or CIDR ranges separated by commas')

/** True for 10.0.0.1, 10.0.0.1:5353, ::1 and [::1]:5353. */
function isDnsServer(text: string): boolean {
  if (isIP(text) !== 0) return true
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  return isIP(six ?? four ?? '') === (six === undefined ? 4 : 6) && Number(port) <= 65_535
}

/** True for 10.0.0.1, 10.0.0.0/8, ::1 and fd00::/8. */
function isAddressOrCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
}
