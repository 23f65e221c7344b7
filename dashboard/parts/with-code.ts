import { lateToast } from './late-toast.ts'

/** Runs code that loads when the user needs it. It cannot load offline, or after an upgrade has replaced its file. */
export const withCode = <Code>(code: Promise<Code>, run: (code: Code) => void): void =>
  void code.then(run, () =>
    lateToast('Part of the page could not load', { description: 'Reload the page, then try again.', isError: true }),
  )
