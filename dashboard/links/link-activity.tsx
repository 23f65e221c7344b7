import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { passes, subjectOf } from '#core/webhooks/event-subject.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { experimentStates, searchOf } from '../api/experiment-search.ts'
import { experimentQuery } from '../api/experiments.ts'
import { linksKey } from '../api/refresh.ts'
import { useCan } from '../api/rights.ts'
import { useSession } from '../api/session.ts'
import { type Webhook, webhooksQuery } from '../api/webhooks.ts'
import { quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Pill, StatePill } from '../parts/pill.tsx'
import { healthOf } from '../webhooks/health.ts'
import { plansWithWebhooks } from '../webhooks/needs-plan.tsx'
import { isCodePage } from './link-use.tsx'
import { SettingRow } from './setting-row.tsx'

const CreateExperimentDialog = lazyPart(() => import('../experiments/create-dialog.tsx'), 'CreateExperimentDialog')
const LinkClicks = lazyPart(() => import('./link-clicks.tsx'), 'LinkClicks')
const ObjectHistory = lazyPart(() => import('../history/object-history.tsx'), 'ObjectHistory')

/** What happens with the visits of the link. */
export function LinkActivity({ link }: { link: ShortUrl }) {
  const { plan } = useSession()
  const can = useCan()
  const [showsClicks, setShowsClicks] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  return (
    <section
      aria-label="Activity"
      className="card grid min-w-0 grid-cols-1 px-4 py-2 sm:px-5 lg:grid-flow-col lg:auto-cols-fr lg:gap-10 lg:*:border-t-0"
    >
      <SettingRow label="Clicks">
        <span className="px-2 tabular-nums">{quantity(link.click_count, 'click')}</span>
        <Button onClick={() => setShowsClicks(true)}>
          View all<span className="sr-only"> clicks</span>
        </Button>
      </SettingRow>
      <SettingRow label="History">
        <Button onClick={() => setShowsHistory(true)}>
          View<span className="sr-only"> history</span>
        </Button>
      </SettingRow>
      {!isCodePage(link) && <ExperimentSetting link={link} />}
      {plansWithWebhooks.includes(plan) && can('connect') && <WebhookList link={link} />}
      {showsClicks && <LinkClicks linkId={link.id} onClose={() => setShowsClicks(false)} />}
      {showsHistory && (
        <ObjectHistory
          subject={{ path: `/short-urls/${link.id}`, queryKey: linksKey }}
          noun="link"
          isOpen={link.trashed_at === null}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </section>
  )
}

function ExperimentSetting({ link }: { link: ShortUrl }) {
  const { ab_test_id, qr_code_id } = link
  const kind = qr_code_id === null ? 'url' : 'qr'
  const [isCreating, setIsCreating] = useState(false)
  if (ab_test_id !== null) return <RunningExperiment id={ab_test_id} kind={kind} />
  return (
    <SettingRow label="A/B test">
      <Button onClick={() => setIsCreating(true)}>Start a test</Button>
      {isCreating && (
        <CreateExperimentDialog kind={kind} tested={qr_code_id ?? link.id} onClose={() => setIsCreating(false)} />
      )}
    </SettingRow>
  )
}

function RunningExperiment({ id, kind }: { id: string; kind: 'url' | 'qr' }) {
  const { data } = useQuery(experimentQuery(id, kind))
  return (
    <SettingRow label="A/B test">
      <Link to="/ab-tests/$id" params={{ id }} search={searchOf(kind)} className="row-name mr-1">
        {data?.test.name ?? 'View test'}
      </Link>
      {data !== undefined && <StatePill states={experimentStates} state={data.test.status} />}
    </SettingRow>
  )
}

function WebhookList({ link }: { link: ShortUrl }) {
  const { data } = useQuery(webhooksQuery)
  const hearing = data?.data.filter((webhook) => hears(webhook, link))
  return (
    <SettingRow label="Webhooks">
      {hearing?.length === 0 && <span className="text-dim">None for this link</span>}
      <ul className="flex min-w-0 flex-col items-end gap-1">
        {hearing?.map((webhook) => {
          const health = healthOf(webhook)
          return (
            <li key={webhook.id} className="flex max-w-full items-center gap-2">
              <Link to="/webhooks/$id" params={{ id: webhook.id }} className="row-name" title={webhook.url}>
                {webhook.name ?? bareUrl(webhook.url)}
              </Link>
              <Pill look={health.look}>{health.name}</Pill>
            </li>
          )
        })}
      </ul>
    </SettingRow>
  )
}

/** Whether a webhook is sent events of the link. */
function hears({ events, filters }: Webhook, link: ShortUrl): boolean {
  const ofLink = events.some((type) => type.startsWith('url.') || (link.qr_code_id !== null && type === 'qr.scanned'))
  return ofLink && passes(filters, subjectOf('url.updated', link))
}
