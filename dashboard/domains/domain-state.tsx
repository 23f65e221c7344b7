import type { Domain, DomainStatus, Finding } from '#schemas/domains.ts'

const looks: Record<DomainStatus, { name: string; style: string }> = {
  verified: { name: 'Live', style: 'bg-good-tint text-good' },
  pending: { name: 'Waits for DNS', style: 'bg-tint text-accent' },
  failed: { name: 'Proof is gone', style: 'bg-bad-tint text-bad' },
  disabled: { name: 'Disabled', style: 'bg-sunken text-dim' },
}

export const DomainState = ({ status }: { status: DomainStatus }) => (
  <span
    className={`inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap ${looks[status].style}`}
  >
    {looks[status].name}
  </span>
)

/** Something at it may change without anybody here doing it. */
export const isWaiting = ({ type, status, verification }: Domain): boolean =>
  type === 'branded' && (status !== 'verified' || verification.records.some((record) => record.status !== 'verified'))

export const findingNames: Record<Finding, string> = {
  pending: 'Not looked at yet',
  verified: 'As expected',
  failed: 'Not as expected',
}
