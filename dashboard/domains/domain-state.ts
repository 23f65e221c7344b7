import type { Domain, DomainStatus } from '#schemas/domains.ts'
import type { States } from '../parts/pill.tsx'

export const domainStates: States<DomainStatus> = {
  verified: { name: 'Verified', look: 'good' },
  pending: { name: 'Waiting for DNS', look: 'tell' },
  failed: { name: 'Verification failed', look: 'bad' },
  disabled: { name: 'Disabled', look: 'quiet' },
}

/** The state of the domain may change without user action. */
export const isWaiting = ({ type, status, verification }: Domain): boolean =>
  type === 'branded' && (status !== 'verified' || verification.records.some((record) => record.status !== 'verified'))
