import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { baseDomainQuery, newestLinkQuery } from '../api/first-steps.ts'
import { shortHost } from '../api/page-meta.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { useOpenCreate } from '../shell/create-anywhere.tsx'
import type { StepName } from './steps.ts'

/** How the step is done that comes next. */
export function StepBody({ name }: { name: StepName }) {
  if (name === 'base-domain') return <BaseDomain />
  if (name === 'link') return <FirstLink />
  if (name === 'click') return <FirstClick />
  if (name === 'key') {
    return (
      <>
        <p className="text-dim">With a key a program can do what you do here.</p>
        <Link to="/keys" className={`${buttonStyle()} mt-2.5`}>
          Go to the API keys
        </Link>
      </>
    )
  }
  return (
    <>
      <p className="text-dim">
        Short links can stand on a domain that people know you by, or on a name of yours below {shortHost}.
      </p>
      <Link to="/domains" className={`${buttonStyle()} mt-2.5`}>
        Go to the domains
      </Link>
    </>
  )
}

function BaseDomain() {
  const { data, isFetching, refetch } = useQuery(baseDomainQuery)
  return (
    <>
      <p className="text-dim">
        Waymark could not reach <span className="font-medium text-text">{data?.domain ?? shortHost}</span> from its own
        machine{data?.why && ` (${data.why})`}. Point the domain here, or set BASE_DOMAIN to one that does. Where only
        visitors can reach it, the first click ticks this off.
      </p>
      <Button className="mt-2.5" disabled={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </>
  )
}

function FirstLink() {
  const openCreate = useOpenCreate()
  return (
    <>
      <p className="text-dim">
        It leads wherever you say. Paste an address anywhere on this page, or press the button.
      </p>
      <Button look="main" className="mt-2.5" onClick={() => openCreate()}>
        Create a link <Kbd>C</Kbd>
      </Button>
    </>
  )
}

function FirstClick() {
  const { data } = useQuery(newestLinkQuery)
  return (
    <>
      <p className="text-dim">Follow the link: its click shows up here by itself.</p>
      {data && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <a
            href={data.short_url}
            target="_blank"
            rel="noreferrer"
            className={`${buttonStyle({ look: 'main' })} max-w-full shrink!`}
          >
            <ExternalLink aria-hidden size={14} className="shrink-0" />
            <span className="truncate">Open {bareUrl(data.short_url)}</span>
          </a>
          <CopyButton text={data.short_url} label="Copy the short URL" />
          <span className="flex items-center gap-1.5 text-[13px] text-dim">
            <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-good" /> Waiting for it
          </span>
        </div>
      )}
    </>
  )
}
