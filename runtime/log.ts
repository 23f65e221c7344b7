import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { LogOutput } from './log-output.ts'

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
  const output = new LogOutput({
    fd: process.stdout.fd,
    onDropped: (lines) => log.error({ lines }, 'lines are missing in this log because they could not be written'),
  })
  const log: Log = pino(options, config.LOG_PRETTY ? { write: (line) => output.write(readable(line)) } : output)
  return log
}

function readable(line: string): string {
  const { time, level, name, msg, pid: _pid, ...rest } = JSON.parse(line) as Record<string, unknown>
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${String(time)} ${pino.levels.labels[Number(level)] ?? ''} ${String(name)}: ${String(msg)}${more}\n`
}
