import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArchiveContents, ArchiveKind } from '#schemas/archive.ts'
import { type ConflictChoice, conflictChoices, type ImportRecord } from '#schemas/imports.ts'
import { importQuery, resumeImport } from '../api/imports.ts'
import { useCan } from '../api/rights.ts'
import { count, quantity } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useSending } from '../parts/use-sending.ts'
import { conflictNames, kindNames } from './import-names.ts'

/** What the source contains. After the analysis, the user decides whether to import it. */
export function ImportReview({ run }: { run: ImportRecord }) {
  const { found, invalid, conflicts, already_imported, notes, columns, unused_columns, visits } = run.analysis
  const noun = run.contents === null ? 'link' : 'object'
  const mayEdit = useCan()('edit')
  if (run.status === 'analyzing' || (run.status === 'failed' && found === 0)) return null
  const figures = [
    [run.contents === null ? 'Links found' : 'Objects found', found],
    ['Invalid', invalid],
    ['Slug taken', conflicts],
    ['Imported before', already_imported],
    ...(visits > 0 ? [['Visits', visits] as const] : []),
  ] as const
  return (
    <Card title="Source">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-[13px] text-dim">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul aria-label="What cannot be carried over" className="mt-4 flex flex-col gap-1">
          {notes.map(({ code, message, links }) => (
            <li key={code}>
              <span className="font-medium tabular-nums">{quantity(links, noun)}:</span> {message}
            </li>
          ))}
        </ul>
      )}
      {run.contents !== null && <Contents contents={run.contents} />}
      {run.base_url === null && run.contents === null && Object.keys(columns).length > 0 && (
        <p className="mt-4 text-[13px] wrap-anywhere text-dim">
          Columns used:{' '}
          {Object.entries(columns)
            .map(([field, column]) => (column === field ? field : `${column} (as ${field})`))
            .join(', ')}
          .{unused_columns.length > 0 && ` Not used: ${unused_columns.join(', ')}.`}
        </p>
      )}
      {run.status === 'ready' && mayEdit && <Decision run={run} />}
    </Card>
  )
}

/** What an archive contains, and how much of it is imported. */
const Contents = ({ contents }: { contents: ArchiveContents }) => (
  <dl aria-label="Contents of the archive" className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 text-[13px] lg:grid-cols-4">
    {(Object.keys(kindNames) as ArchiveKind[]).map((kind) => {
      const { found = 0, imported = 0 } = contents[kind] ?? {}
      return found === 0 ? null : (
        <div key={kind} className="flex justify-between gap-2">
          <dt className="text-dim">{kindNames[kind]}</dt>
          <dd className="tabular-nums">{imported === 0 ? count(found) : `${count(imported)} of ${count(found)}`}</dd>
        </div>
      )
    })}
  </dl>
)

function Decision({ run }: { run: ImportRecord }) {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<ConflictChoice>(run.conflict)
  const { failure, isSending, props } = useSending(async () => {
    queries.setQueryData(importQuery(run.id).queryKey, await resumeImport(run.id, conflict))
  })
  const { found, invalid, conflicts } = run.analysis
  return (
    <form className="mt-5 flex flex-col gap-4 border-t border-line pt-4" {...props}>
      {conflicts > 0 && (
        <FieldGroup legend="If a slug is taken">
          <div className="grid gap-2 sm:grid-cols-3">
            {conflictChoices.map((choice) => (
              <ChoiceCard
                key={choice}
                group="conflict"
                {...conflictNames[choice]}
                isChosen={conflict === choice}
                onChoose={() => setConflict(choice)}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      {failure !== null && <Refusal failure={failure} />}
      <Button type="submit" look="main" className="self-start" disabled={isSending || found === invalid}>
        {`Import ${quantity(found - invalid, run.contents === null ? 'link' : 'object')}`}
      </Button>
    </form>
  )
}
