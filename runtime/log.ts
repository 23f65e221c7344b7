import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/** Fields that contain secrets or full IP addresses. They are redacted up to two levels deep. */
const secret = ['authorization', 'cookie', 'password', 'secret', 'api_key', 'key', 'token', 'ip']

export function createLog(name: string, config: Pick<Config, 'LOG_LEVEL' | 'LOG_PRETTY'>): Log {
  const options = {
    name,
    level: config.LOG_LEVEL,
    base: { name, pid: process.pid },
    redact: { paths: secret.flatMap((member) => [member, `*.${member}`, `*.*.${member}`]), censor: '[redacted]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
  return config.LOG_PRETTY ? pino(options, { write: writeReadable }) : pino(options)
}

function writeReadable(line: string): void {
  const { time, level, name, msg, pid: _pid, ...rest } = JSON.parse(line) as Record<string, unknown>
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  process.stdout.write(
    `${String(time)} ${pino.levels.labels[Number(level)] ?? ''} ${String(name)}: ${String(msg)}${more}\n`,
  )
}
