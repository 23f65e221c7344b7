import { TriangleAlert } from 'lucide-react'

interface LookAlikeNoticeProps {
  /** Such as "This destination". */
  what: string
  /** The protected name that it looks like. */
  imitates: string
}

/** For names that can be mistaken for one that the operator protects. They are allowed, because many are harmless. */
export const LookAlikeNotice = ({ what, imitates }: LookAlikeNoticeProps) => (
  <p className="mt-2 flex items-start gap-1.5 text-[13px] text-warn">
    <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
    <span className="min-w-0 wrap-anywhere">
      {what} looks like {imitates}, but is a different host. The operator of this installation will be notified.
    </span>
  </p>
)
