import { expect, it } from 'vitest'
import { parseRedisInfo, usedBetween } from './redis-usage.ts'

const info = [
  '# CPU',
  'used_cpu_sys:1.250000',
  'used_cpu_user:2.500001',
  'used_cpu_sys_children:9.000000',
  '# Stats',
  'total_net_input_bytes:1000',
  'total_net_output_bytes:3000',
].join('\r\n')

it('reads the counters of Redis', () => {
  expect(parseRedisInfo(info)).toEqual({ cpuMicros: 3_750_001, bytesIn: 1000, bytesOut: 3000 })
})

it('subtracts field by field', () => {
  const before = { cpuMicros: 1, bytesIn: 2, bytesOut: 3 }
  expect(usedBetween(before, { cpuMicros: 11, bytesIn: 22, bytesOut: 33 })).toEqual({
    cpuMicros: 10,
    bytesIn: 20,
    bytesOut: 30,
  })
})
