import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenBy, parseMutant, summarize } from './mutant.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

describe('a mutant', () => {
  const diff = 'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n'

  it('has a description and the test that has to fail', () => {
    expect(parseMutant('late', `The spool is late.\nRed: test/x.test.ts\nTest: when it is late\n\n${diff}`)).toEqual({
      name: 'late',
      why: 'The spool is late.',
      test: 'test/x.test.ts',
      testName: 'when it is late',
    })
  })

  it('is rejected without a test', () => {
    expect(() => parseMutant('late', `The spool is late.\n\n${diff}`)).toThrow('late.patch does not say')
  })
})

describe('the mutants', () => {
  const folder = join(root, 'test', 'mutants')
  const names = readdirSync(folder)

  it.each(names)('%s names its test, and applies to the current code', async (name) => {
    expect(existsSync(join(root, parseMutant(name, readFileSync(join(folder, name), 'utf8')).test))).toBe(true)
    const { output } = await runCommand(['git', 'apply', '--check', '-C1', join(folder, name)])
    expect(output.replace(/^Context reduced.*\n/gm, '')).toBe('')
  })
})

describe('a report', () => {
  const report = (status: string, message?: string) => ({
    testResults: [{ assertionResults: [{ status, title: 'one', failureMessages: message ? [message] : [] }] }],
  })

  it('is red if an expectation failed', () => {
    expect(brokenBy(report('failed', 'AssertionError: expected 1 to be 2\n  at x'))).toEqual({
      isRed: true,
      verdict: '"one": AssertionError: expected 1 to be 2',
    })
  })

  it.each([
    ['the test passed', report('passed')],
    ['the test did not run', report('skipped')],
    ['the test did not run', undefined],
    ['failed for another reason: Error: connect ECONNREFUSED', report('failed', 'Error: connect ECONNREFUSED')],
  ])('is not red if %s', (verdict, given) => {
    expect(brokenBy(given)).toEqual({ isRed: false, verdict })
  })
})

it('the summary counts red mutants, and names the others', () => {
  const mutant = { name: 'late', why: 'The spool is late.', test: 'test/x.test.ts', testName: undefined }
  const results = [
    { mutant, seconds: 12.4, verdict: '', isRed: true },
    { mutant: { ...mutant, name: 'early' }, seconds: 7.3, verdict: 'the test passed', isRed: false },
  ]
  const lines = summarize(results, 'Revision abc').split('\n')
  expect(lines[0]).toBe('1 of 2 turned their test red, in 20 s. Revision abc.')
  expect(lines.slice(4)).toEqual([
    '| `late` | The spool is late. | `test/x.test.ts` | 12 s |',
    '| `early` | The spool is late. | `test/x.test.ts` | **green: the test passed** |',
  ])
})
