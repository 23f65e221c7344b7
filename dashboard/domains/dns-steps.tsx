import { Check, CircleDashed, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Domain, Finding, VerificationRecord } from '#schemas/domains.ts'
import { CopyButton } from '../parts/copy-button.tsx'

export function DnsSteps({ domain }: { domain: Domain }) {
  const { records } = domain.verification
  const [proof, ...routes] = records
  const wasLooked = domain.verification.last_checked_at !== null
  if (proof === undefined) return null
  const isLive = domain.status === 'verified'
  const route = routes[0]?.status ?? 'pending'
  return (
    <ol className="flex flex-col">
      <Step number={1} state={isLive ? 'verified' : proof.status} title="Verify ownership">
        <p className="mb-2 text-[13px] text-dim">Add this record at your DNS provider.</p>
        <DnsRecord record={proof} wasLooked={wasLooked} />
      </Step>
      <Step number={2} state={route} title="Point it to Waymark">
        <p className="mb-2 text-[13px] text-dim">
          If you use a proxy or CDN, this record cannot be checked, and you can ignore the result.
        </p>
        <div className="flex flex-col gap-2">
          {routes.map((record) => (
            <DnsRecord key={record.value} record={record} wasLooked={wasLooked} />
          ))}
        </div>
      </Step>
      <Step
        number={3}
        state={isLive ? 'verified' : 'pending'}
        title={isLive ? 'Ready for links' : 'Start using the domain'}
      >
        <p className="text-[13px] text-dim">
          {isLive
            ? 'You can create links on this domain.'
            : 'Waymark checks DNS automatically: after a minute, then less often, down to once a day.'}
        </p>
      </Step>
    </ol>
  )
}

const marks = {
  verified: { name: 'Correct', Icon: Check, style: 'border-good bg-good-tint text-good' },
  failed: { name: 'Incorrect', Icon: TriangleAlert, style: 'border-warn bg-warn-tint text-warn' },
  pending: { name: 'Not checked yet', Icon: CircleDashed, style: 'border-line bg-card text-dim' },
} as const

interface StepProps {
  number: number
  state: Finding
  title: string
  children: ReactNode
}

function Step({ number, state, title, children }: StepProps) {
  const { Icon, style } = marks[state]
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.5 not-last:before:w-px not-last:before:bg-line">
      <span className={`flex size-7 shrink-0 items-center justify-center rounded-full border ${style}`}>
        <Icon aria-hidden size={14} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="mb-1 font-medium">
          <span className="sr-only">Step {number}, </span>
          {title}
          <span className="sr-only">: {state === 'verified' ? 'done' : 'not done'}</span>
        </p>
        {children}
      </div>
    </li>
  )
}

interface DnsRecordProps {
  record: VerificationRecord
  wasLooked: boolean
}

const DnsRecord = ({ record: { type, name, value, status, found }, wasLooked }: DnsRecordProps) => (
  <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-3 rounded-md border border-line bg-sunken/50 px-3 py-1.5 text-[13px]">
    <Row term="Type">{type}</Row>
    <Row term="Name" copy={name}>
      {name}
    </Row>
    <Row term="Expected" copy={value}>
      {value}
    </Row>
    <dt className="py-1.5 text-dim">Found</dt>
    <dd
      className={`min-w-0 py-1.5 ${status === 'failed' ? 'text-warn' : status === 'verified' ? 'text-good' : 'text-dim'}`}
    >
      {found !== null && found.length > 0 && (
        <ul className="font-mono break-all">
          {found.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      {found === null && wasLooked ? 'DNS lookup failed' : found?.length === 0 ? 'No record' : marks[status].name}
    </dd>
  </dl>
)

const Row = ({ term, copy, children }: { term: string; copy?: string; children: string }) => (
  <>
    <dt className="text-dim">{term}</dt>
    <dd className="flex min-h-8 min-w-0 items-center gap-1">
      <span className="min-w-0 font-mono break-all">{children}</span>
      {copy !== undefined && <CopyButton text={copy} label={`Copy ${term === 'Name' ? 'name' : 'value'}`} />}
    </dd>
  </>
)
