import { execFileSync } from 'node:child_process'
import { createLog } from '#runtime/log.ts'
import { ClickSpool } from './click-spool.ts'

// Writes clicks while a limit on the size of files plays the disk that is full for a while: the kernel then takes a part
// of a write and refuses the rest. Prints what the spool counted.
const [folder = ''] = process.argv.slice(2)
const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })
const spool = new ClickSpool({ folder, log, onSealed: () => undefined })
const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
const write = (line: string) => new Promise<void>((resolve) => spool.write(line, resolve))

await write('kept 1')
await Promise.all([write('kept 2'), write('kept 3')])
limit('100')
await Promise.all([write(`torn ${'x'.repeat(200)}`), write('torn too')])
const full = spool.full
limit('unlimited')
await write('kept 4')
spool.seal()
console.log(JSON.stringify({ full, fullAfter: spool.full, written: spool.written, lost: spool.lost }))
