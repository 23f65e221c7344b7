/** A patch that removes a mechanism, and the test that has to fail without it. */
export type Mutant = { name: string; why: string; test: string; testName: string | undefined }

export type MutantResult = { mutant: Mutant; seconds: number; verdict: string; isRed: boolean }

export interface Report {
  testResults: { assertionResults: { status: string; title: string; failureMessages?: string[] }[] }[]
}

/** Above its diff, a patch has a description, `Red: <test file>`, and for one of several tests, `Test: <name>`. */
export function parseMutant(name: string, patch: string): Mutant {
  const head = patch.slice(0, patch.search(/^diff /m))
  const why = head.split('\n', 1)[0]?.trim() ?? ''
  const test = /^Red: (\S+)$/m.exec(head)?.[1]
  if (test === undefined || why === '')
    throw new Error(`${name}.patch does not say what it does and which test it turns red`)
  return { name, why, test, testName: /^Test: (.+)$/m.exec(head)?.[1] }
}

/** Red is a test with a failed expectation. A test that did not start or reached its time limit proves nothing. */
export function brokenBy(report: Report | undefined): { isRed: boolean; verdict: string } {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  const failed = tests.filter(({ status }) => status === 'failed')
  const proof = failed.find(({ failureMessages = [] }) =>
    failureMessages.some((text) => text.includes('AssertionError')),
  )
  if (proof !== undefined) return { isRed: true, verdict: `"${proof.title}": ${firstLine(proof.failureMessages)}` }
  if (failed.length > 0)
    return { isRed: false, verdict: `failed for another reason: ${firstLine(failed[0]?.failureMessages)}` }
  if (!tests.some(({ status }) => status === 'passed')) return { isRed: false, verdict: 'the test did not run' }
  return { isRed: false, verdict: 'the test passed' }
}

/** The table in docs/reliability.md. */
export function summarize(results: readonly MutantResult[], circumstances: string): string {
  const red = results.filter(({ isRed }) => isRed).length
  const seconds = results.reduce((sum, each) => sum + each.seconds, 0)
  const rows = results.map(({ mutant: { name, why, test }, isRed, ...each }) => {
    const verdict = isRed ? `${each.seconds.toFixed(0)} s` : `**green: ${each.verdict}**`
    return `| \`${name}\` | ${why} | \`${test}\` | ${verdict} |`
  })
  return [
    `${red} of ${results.length} turned their test red, in ${seconds.toFixed(0)} s. ${circumstances}.`,
    '',
    '| Mutant | Effect | Failing test | Time |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const longestLine = 160

const firstLine = (messages: string[] | undefined) =>
  (messages?.[0] ?? '').split('\n', 1)[0]?.slice(0, longestLine) ?? ''
