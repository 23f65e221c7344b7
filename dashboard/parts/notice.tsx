import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  tell: { style: 'bg-tint text-text', Icon: Info },
  warn: { style: 'bg-warn-tint text-warn', Icon: TriangleAlert },
  bad: { style: 'bg-bad-tint text-bad', Icon: CircleAlert },
} as const

interface NoticeProps {
  look: keyof typeof looks
  title: string
  children: ReactNode
  action?: ReactNode
}

/** An important message above the content of a page. */
export function Notice({ look, title, children, action }: NoticeProps) {
  const { style, Icon } = looks[look]
  return (
    <section aria-label={title} className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl px-4 py-3 ${style}`}>
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 self-start" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{title}</p>
        <p className="text-[13px] text-text">{children}</p>
      </div>
      {action}
    </section>
  )
}
