import type { OpenReport } from '#schemas/system.ts'
import { quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

/** Links that visitors reported, with the command that stops each. Only the command line can: links belong to all accounts. */
export const ReportsCard = ({ reports }: { reports: readonly OpenReport[] }) => (
  <Card title="Reported links">
    <p className="text-[13px] text-dim">
      Stop a link with <code>waymark reports quarantine</code>, or dismiss its reports with{' '}
      <code>waymark reports dismiss</code>, on the machine of this installation.
    </p>
    <ul className="mt-1 divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-medium wrap-anywhere">
              {bareUrl(report.short_url)}
              {report.is_deleted && <span className="font-normal text-dim"> (deleted)</span>}
            </p>
            {report.destination !== null && <p className="text-[13px] text-dim wrap-anywhere">{report.destination}</p>}
            {report.notes.map((note) => (
              <p key={note} className="text-[13px] wrap-anywhere">
                “{note}”
              </p>
            ))}
          </div>
          <p className="text-[13px] text-dim">
            {quantity(report.count, 'report')}: {report.reasons.join(', ')} · <RelativeTime at={report.reported_at} />
          </p>
          <CopyButton words text={commandFor(report)} label="Copy command" />
        </li>
      ))}
    </ul>
  </Card>
)

/** A domain has no links to stop here, and a deleted link is stopped already. */
const commandFor = ({ id, link_id, is_deleted }: OpenReport): string =>
  link_id === null || is_deleted ? `waymark reports dismiss ${id}` : `waymark reports quarantine ${link_id}`
