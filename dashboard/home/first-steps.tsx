import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { recentClicksQuery } from '../api/analytics.ts'
import { baseDomainQuery, newestLinkQuery } from '../api/first-steps.ts'
import { useSession } from '../api/session.ts'
import { usageQuery } from '../api/settings.ts'
import { browserStorage } from '../parts/browser-storage.ts'
import { IconButton } from '../parts/button.tsx'
import { lateToast } from '../parts/late-toast.ts'
import { shownClicks } from './home-days.ts'
import { StepBody } from './step-body.tsx'
import { listSteps, nextStep, type Progress, type StepName } from './steps.ts'

const titles: Record<StepName, string> = {
  'base-domain': 'Connect your short link domain',
  link: 'Create your first link',
  click: 'Get your first click',
  key: 'Create an API key',
  domain: 'Add your own domain',
}

interface FirstStepsProps {
  /** The rest of the page: hidden until the height of the checklist is known, so that it does not jump. */
  children: ReactNode
}

/** Checklist for a new installation. Disappears when everything is done. */
export function FirstSteps({ children }: FirstStepsProps) {
  const { account } = useSession()
  const storageKey = `first-steps ${account.id}`
  const [isHidden, setIsHidden] = useState(() => browserStorage.getItem(storageKey) === 'hidden')
  if (isHidden) return children
  return (
    <Steps
      rest={children}
      onDone={() => browserStorage.setItem(storageKey, 'hidden')}
      onHide={() => {
        browserStorage.setItem(storageKey, 'hidden')
        setIsHidden(true)
        void lateToast('First steps dismissed', {
          action: {
            label: 'Undo',
            onClick: () => {
              browserStorage.removeItem(storageKey)
              setIsHidden(false)
            },
          },
        })
      }}
    />
  )
}

interface StepsProps {
  rest: ReactNode
  onDone: () => void
  onHide: () => void
}

function Steps({ rest, onDone, onHide }: StepsProps) {
  const progress = useProgress()
  const steps = progress === null ? [] : listSteps(progress)
  const next = nextStep(steps)
  const isDone = progress !== null && next === undefined
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  return (
    <>
      {progress === null && <div aria-hidden className="skeleton h-72 rounded-xl" />}
      {progress !== null && !isDone && <Checklist steps={steps} next={next} clicks={progress.clicks} onHide={onHide} />}
      <div className={`grid grid-cols-1 gap-5 ${progress === null ? 'invisible' : ''}`}>{rest}</div>
    </>
  )
}

interface ChecklistProps {
  steps: ReturnType<typeof listSteps>
  next: StepName | undefined
  clicks: number
  onHide: () => void
}

function Checklist({ steps, next, clicks, onHide }: ChecklistProps) {
  return (
    <section className="card p-4 sm:p-5" aria-label="First steps">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="font-semibold">First steps</h2>
        <div className="flex items-center gap-2 text-[13px] text-dim">
          <span>
            {steps.filter((step) => step.isDone).length} of {steps.length}
          </span>
          <IconButton Icon={X} title="Dismiss" onClick={onHide} />
        </div>
      </div>
      <ol className="flex flex-col divide-y divide-line">
        {steps.map((step) => (
          <StepRow key={step.name} title={titles[step.name]} isDone={step.isDone} isNext={step.name === next}>
            <StepBody name={step.name} />
          </StepRow>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {clicks > 0 ? 'Your first click was recorded' : ''}
      </p>
    </section>
  )
}

interface RowProps {
  title: string
  isDone: boolean
  /** The next step shows instructions. */
  isNext: boolean
  children: ReactNode
}

const StepRow = ({ title, isDone, isNext, children }: RowProps) => (
  <li className="flex gap-3 py-2.5" aria-current={isNext ? 'step' : undefined}>
    <span
      className={`mt-px flex size-5 shrink-0 items-center justify-center rounded-full ${isDone ? 'bg-good-tint text-good' : 'border border-field'}`}
    >
      {isDone && <Check aria-hidden size={13} />}
    </span>
    <div className="min-w-0 flex-1">
      <p className={isDone ? 'text-dim' : 'font-medium'}>
        {title}
        <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
      </p>
      {isNext && <div className="mt-1">{children}</div>}
    </div>
  </li>
)

/** null while it loads. Steps that cannot be checked count as not done. */
function useProgress(): Progress | null {
  const { installation } = useSession()
  // Never stale, so that a step done on another page shows at once.
  const usage = useQuery({ ...usageQuery, staleTime: 0 })
  const link = useQuery(newestLinkQuery)
  const clicks = useQuery(recentClicksQuery(shownClicks))
  const domain = useQuery({ ...baseDomainQuery, enabled: installation.is_owner })
  if (usage.isPending || link.isPending || clicks.isPending || (installation.is_owner && domain.isPending)) return null
  return {
    domainAnswers: installation.is_owner ? domain.data?.answers === true : null,
    hasLink: Boolean(link.data),
    clicks: clicks.data?.length ?? 0,
    keys: usage.data?.api_keys ?? 0,
    domains: usage.data?.domains ?? 0,
  }
}
