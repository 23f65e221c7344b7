import type { Domain, DomainStatus, Finding } from '#schemas/domains.ts'
import type { States } from '../parts/pill.tsx'

export const domainStates: States<DomainStatus> = {
  verified: { name: 'Live', look: 'good' },
  pending: { name: 'Waits for DNS', look: 'tell' },
  failed: { name: 'Proof is gone', look: 'bad' },
  disabled: { name: 'Disabled', look: 'quiet' },
}

/** Something at it may change without anybody here doing it. */
export const isWaiting = ({ type, status, verification }: Domain): boolean =>
  type === 'branded' && (status !== 'verified' || verification.records.some((record) => record.status !== 'verified'))

export const findingNames: Record<Finding, string> = {
  pending: 'Not looked at yet',
  verified: 'As expected',
  failed: 'Not as expected',
}
