import { Webhook } from 'lucide-react'
import { useSession } from '../api/session.ts'

const plansWithWebhooks: readonly string[] = ['business', 'enterprise']

export const useHasWebhooks = (): boolean => plansWithWebhooks.includes(useSession().plan)

const planNames: Readonly<Record<string, string>> = { free: 'Free', pro: 'Pro' }

/** In place of what the plan does not have. */
export function NeedsPlan() {
  const { plan } = useSession()
  return (
    <div className="card flex flex-col items-center gap-4 px-5 py-14 text-center">
      <span aria-hidden className="flex size-10 items-center justify-center rounded-xl bg-tint text-accent">
        <Webhook size={20} />
      </span>
      <div className="max-w-md">
        <p className="font-semibold">Webhooks come with the Business plan</p>
        <p className="mt-1 text-dim">
          This account is on {planNames[plan] ?? plan}. With Business, your own server is told of clicks, scans and
          changes as they happen. Who runs this installation can change the plan.
        </p>
      </div>
    </div>
  )
}
