import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resources } from '../../../sdk/typescript/src/resources.js'
import { root } from '../../../tools/root.ts'
import { runCommand } from '../../../tools/run-command.ts'
import { operations } from '../support/documented-operations.ts'

const methods: Record<string, string> = {
  LIST: 'GET',
  FILE: 'GET',
  ACT: 'POST',
  UPLOAD: 'POST',
  'DELETE+BODY': 'DELETE',
}
const entries = Object.entries(resources).flatMap(([resource, own]) =>
  Object.entries(own).map(([name, entry]) => {
    const [kind = '', path = ''] = entry.split(' ')
    return { name: `${resource}.${name}`, kind, operation: `${methods[kind] ?? kind} ${path}` }
  }),
)
const documented = new Map(operations.map((each) => [each.name, each.operation]))

it('the client has each operation of the API once', () => {
  // PATCH is an alias of PUT, and /analytics/url/{id}/X one of /analytics/X/{id}.
  const own = operations.filter(({ method, path }) => method !== 'PATCH' && !path.startsWith('/analytics/url/'))
  expect(entries.map(({ operation }) => operation).sort()).toEqual(own.map(({ name }) => name).sort())
})

it('its input is sent where the API reads it, and its result is what the API returns', () => {
  const wrong = entries.filter(({ kind, operation }) => {
    const { requestBody, responses = {} } = documented.get(operation) ?? {}
    const hasBody = requestBody?.content['application/json'] !== undefined
    const { content } = responses['200'] ?? responses['201'] ?? responses['202'] ?? {}
    const json = content?.['application/json']
    const isList = json?.schema.properties?.pagination !== undefined
    const expected = json === undefined ? 'FILE' : isList ? 'LIST' : kind
    return hasBody !== ['POST', 'PUT', 'DELETE+BODY'].includes(kind) || kind !== expected
  })
  expect(wrong).toEqual([])
})

it('the examples in its README have the types of its methods', async () => {
  const readme = await readFile(join(root, 'sdk/typescript/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, example]) => example)
  expect(examples.length).toBeGreaterThan(5)
  const given = `
    declare const url: string, slug: string
    declare function showMessage(message: string): void
    declare function showError(field: string, message: string): void`
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noUnusedLocals: false,
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@waymark/sdk': [join(root, 'sdk/typescript/dist/index.d.ts')] },
    },
    include: ['*.ts'],
  }
  const folder = await mkdtemp(join(tmpdir(), 'waymark-readme-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'readme.ts'), [given, ...examples].join('\n'))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    expect((await runCommand([process.execPath, compiler, '-p', folder])).output).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
