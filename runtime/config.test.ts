import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has a default for every setting that a bare machine needs', () => {
    expect(readConfig({})).toMatchObject({ API_PORT: 3000, REDIRECT_PORT: 8080, BASE_URL: 'http://localhost:3000' })
  })

  it('uses the configured ports in URLs that are not set', () => {
    const ports = { API_PORT: '4000', REDIRECT_PORT: '80' }
    expect(readConfig(ports)).toMatchObject({ BASE_URL: 'http://localhost:4000', BASE_DOMAIN: 'localhost' })
    const given = { BASE_URL: 'https://app.example', BASE_DOMAIN: 'go.example' }
    expect(readConfig({ ...ports, ...given })).toMatchObject(given)
    const free = { API_PORT: '0', REDIRECT_PORT: '0' }
    expect(readConfig(free)).toMatchObject({ BASE_URL: 'http://localhost:3000', BASE_DOMAIN: 'localhost:8080' })
  })

  it('reports all problems at once, each with the name of its variable', () => {
    const read = () => readConfig({ API_PORT: 'eighty', LOG_PRETTY: 'yes', TRUSTED_PROXIES: '10.0.0.0/8,nonsense' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      /API_PORT: must be a port number from 0 to 65535\n.*TRUSTED_PROXIES: must be IP addresses[\s\S]*LOG_PRETTY: must be/,
    )
  })

  it('accepts only a data folder whose path leaves room for the sockets in it', () => {
    const path = `/${'x'.repeat(78)}`
    expect(readConfig({ DATA_DIR: path }).DATA_DIR).toBe(path)
    for (const longer of [`${path}x`, `/${'ü'.repeat(40)}`]) {
      expect(() => readConfig({ DATA_DIR: longer })).toThrow(/^DATA_DIR: must be at most 79 bytes as a full path/)
    }
  })

  it('reads "false" as false', () => {
    expect(readConfig({ LOG_PRETTY: 'false' }).LOG_PRETTY).toBe(false)
  })

  it('reads a secret from the file in NAME_FILE', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'waymark-config-')), 'url')
    writeFileSync(file, 'postgres://a:b@db/waymark\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe('postgres://a:b@db/waymark')
  })

  it('accepts a value or a file, not both, and an empty one as none', () => {
    expect(() => readConfig({ REDIS_URL: 'redis://one', REDIS_URL_FILE: '/secrets/two' })).toThrow(
      'REDIS_URL, REDIS_URL_FILE: set only one of them',
    )
    expect(readConfig({ REDIS_URL: 'redis://one', REDIS_URL_FILE: '' }).REDIS_URL).toBe('redis://one')
    const file = join(mkdtempSync(join(tmpdir(), 'waymark-config-')), 'url')
    writeFileSync(file, 'redis://two\n')
    expect(readConfig({ REDIS_URL: '', REDIS_URL_FILE: file }).REDIS_URL).toBe('redis://two')
  })

  it('names a file that it cannot read', () => {
    expect(() => readConfig({ REDIS_URL_FILE: '/does/not/exist' })).toThrow(
      'REDIS_URL_FILE: cannot read /does/not/exist (ENOENT)',
    )
  })

  it.each([
    ['BASE_URL', 'localhost:3000'],
    ['BASE_URL', 'https://go.example/?a=1'],
    ['BASE_DOMAIN', 'http://go.example'],
    ['DATABASE_URL', 'mysql://db/waymark'],
    ['REDIRECT_PORT', '70000'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['REDIS_URL', 'redis+sentinel://a:1'],
    ['REDIS_URL', 'memcached://a'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=a%0Ab'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: `)
  })

  it('reads the headers of a collector', () => {
    const read = readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=, x-scope=b' })
    expect(read.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer a=', 'x-scope': 'b' })
  })

  it.each([
    ['BASE_URL', 'https://go.example/waymark/', 'https://go.example/waymark'],
    ['BASE_DOMAIN', 'GO.example', 'go.example'],
    ['REDIS_URL', 'redis+cluster://:secret@a:1,b:2', 'redis+cluster://:secret@a:1,b:2'],
  ])('reads %s=%s as %s', (name, value, read) => {
    expect(readConfig({ [name]: value })[name as 'BASE_URL']).toBe(read)
  })
})
