import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

interface QuarantineNoticeProps {
  title: string
  /** The pronoun of what is stopped. */
  what: 'it' | 'them'
  reason: string
  /** What visitors see. */
  children: ReactNode
}

/** Says that the operator, or a check, has stopped something, and why. */
export const QuarantineNotice = ({ title, what, reason, children }: QuarantineNoticeProps) => (
  <div className="mt-3">
    <Notice look="bad" title={title}>
      The operator of this installation has stopped {what}: {reason.replace(/\.$/, '')}. {children} Only the operator
      can lift the quarantine.
    </Notice>
  </div>
)
