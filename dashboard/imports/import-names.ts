import type { ConflictChoice, ImportOutcome, ImportRecord, ImportSource } from '#schemas/imports.ts'
import type { States } from '../parts/pill.tsx'

export const sourceNames: Readonly<Record<ImportSource, string>> = {
  csv: 'Any CSV file',
  bitly: 'Bitly',
  dub: 'Dub',
  kutt: 'Kutt',
  rebrandly: 'Rebrandly',
  shlink: 'Shlink',
  shortio: 'Short.io',
  tinyurl: 'TinyURL',
  yourls: 'YOURLS',
}

export const importStates: States<ImportRecord['status']> = {
  analyzing: { name: 'Reading the file', look: 'tell' },
  ready: { name: 'Ready to import', look: 'warn' },
  importing: { name: 'Importing', look: 'tell' },
  paused: { name: 'Paused', look: 'quiet' },
  completed: { name: 'Completed', look: 'good' },
  failed: { name: 'Failed', look: 'bad' },
}

export const conflictNames: Readonly<Record<ConflictChoice, { name: string; about: string }>> = {
  skip: { name: 'Skip', about: 'Links whose slug is taken are not imported.' },
  rename: { name: 'Rename', about: 'Links whose slug is taken get a different slug.' },
  overwrite: {
    name: 'Overwrite',
    about: 'Your link with this slug gets the settings from the file. It keeps its clicks.',
  },
}

/** Outcomes in the order of the report, those that need attention first. */
export const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  invalid: 'Invalid',
  failed: 'Failed',
  skipped: 'Skipped',
  renamed: 'Renamed',
  overwritten: 'Overwritten',
  created: 'Created',
}

/** The name of the import in lists and headings. */
export const titleOf = ({ file_name, source }: Pick<ImportRecord, 'file_name' | 'source'>): string =>
  file_name ?? sourceNames[source]
