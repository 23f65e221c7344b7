import { domainToASCII } from 'node:url'
import { expect, it } from 'vitest'
import { LookAlikes, skeletonOf } from './look-alikes.ts'

const names = new LookAlikes(['bank.example', 'paypal', 'bücher.example'])

it.each([
  ['раураl.com', 'paypal'],
  ['login.раypal.example', 'paypal'],
  ['paypa1.com', 'paypal'],
  ['páypal.com', 'paypal'],
  ['bаnk.example', 'bank.example'],
  ['www.bank.ехample', 'bank.example'],
  ['bücheг.example', 'bücher.example'],
  ['bucher.example', 'bücher.example'],
])('%s looks like %s', (host, name) => {
  expect(names.find(domainToASCII(host))).toBe(name)
})

it.each([
  ...['paypal.com', 'login.paypal.example', 'bank.example', 'www.bank.example', 'bücher.example', 'bank.org'],
  ...['bаnk.example.org', 'my-paypal.com', 'пример.example', 'example', '203.0.113.7', '[2001:db8::1]', ''],
])('%s does not', (host) => {
  expect(names.find(domainToASCII(host) || host)).toBe(undefined)
})

it('letters and digits of Latin that look different keep different skeletons', () => {
  const different = [...'abcdefghjkmnopqrtuvwxyz2346789']
  expect(new Set(different.map(skeletonOf)).size).toBe(different.length)
  expect(skeletonOf('modern')).toBe(skeletonOf('modem'))
})
