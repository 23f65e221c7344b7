import { Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { capitalized } from '../format/names.ts'
import { PageHead } from '../parts/page-head.tsx'

export const plansWithWebhooks: readonly string[] = ['business', 'enterprise']

/** A page about webhooks, if the plan includes them. Its title and description are shown in any case. */
export function NeedsPlan({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const { plan } = useSession()
  if (plansWithWebhooks.includes(plan)) return children
  return (
    <>
      <PageHead title={title} about={about} />
      <div className="card flex flex-col items-center gap-4 px-5 py-14 text-center">
        <span aria-hidden className="flex size-10 items-center justify-center rounded-xl bg-tint text-accent">
          <Webhook size={20} />
        </span>
        <div className="max-w-md">
          <p className="font-semibold">Webhooks require the Business plan</p>
          <p className="mt-1 text-dim">
            Your current plan is {capitalized(plan)}. With Business, Waymark sends clicks, scans, and changes to your
            server as they happen.
          </p>
        </div>
      </div>
    </>
  )
}
