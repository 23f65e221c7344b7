import { expect, it } from 'vitest'
import { readWrk } from './wrk.ts'

const output = `Running 4s test @ http://127.0.0.1:21999/
  1 threads and 64 connections
  Latency Distribution
     50%  812.00us
     75%    1.90ms
     90%    4.01ms
     99%   10.50ms
  249119 requests in 4.02s, 31.84MB read
Requests/sec:  61897.73
`

it('reads the output of wrk', () => {
  expect(readWrk(output)).toEqual({ answered: 249_119, seconds: 4.02, p50Ms: 0.812, p99Ms: 10.5 })
})

it('rejects a run with wrong responses', () => {
  expect(() => readWrk(`${output}  Non-2xx or 3xx responses: 5\n`)).toThrow('wrk failed')
  expect(() => readWrk(`${output}  Socket errors: connect 0, read 1, write 0, timeout 0\n`)).toThrow('wrk failed')
})

it('accepts that the server ends each connection, and no other error, if each request has a new connection', () => {
  const errors = (text: string) => () => readWrk(`${output}  Socket errors: ${text}\n`, true)
  expect(errors('connect 0, read 249119, write 0, timeout 0')().answered).toBe(249_119)
  expect(errors('connect 3, read 249119, write 0, timeout 0')).toThrow('wrk failed')
  expect(errors('connect 0, read 249119, write 0, timeout 1')).toThrow('wrk failed')
})
