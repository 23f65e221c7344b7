import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { baseDomainQuery, newestLinkQuery } from '../api/first-steps.ts'
import { shortHost } from '../api/page-meta.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { CreateLinkButton } from '../shell/create-anywhere.tsx'
import type { StepName } from './steps.ts'

export function StepBody({ name }: { name: StepName }) {
  if (name === 'base-domain') return <BaseDomain />
  if (name === 'link') return <FirstLink />
  if (name === 'click') return <FirstClick />
  if (name === 'key') {
    return (
      <>
        <p className="text-dim">Use the API to manage your links from your own code.</p>
        <Link to="/keys" className={`${buttonStyle()} mt-2.5`}>
          Go to API keys
        </Link>
      </>
    )
  }
  return (
    <>
      <p className="text-dim">Use a branded domain for your short links, or reserve a subdomain of {shortHost}.</p>
      <Link to="/domains" className={`${buttonStyle()} mt-2.5`}>
        Go to domains
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
        server{data?.why && ` (${data.why})`}. Point the domain to Waymark, or set BASE_DOMAIN to a domain that does. If
        only visitors can reach it, your first click completes this step.
      </p>
      <Button className="mt-2.5" disabled={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </>
  )
}

const FirstLink = () => (
  <>
    <p className="text-dim">Shorten any URL. Paste it anywhere on this page, or select Create link.</p>
    <CreateLinkButton className="mt-2.5" />
  </>
)

function FirstClick() {
  const { data } = useQuery(newestLinkQuery)
  return (
    <>
      <p className="text-dim">Open the link. The click appears here automatically.</p>
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
          <CopyButton text={data.short_url} label="Copy short link" />
          <span className="flex items-center gap-1.5 text-[13px] text-dim">
            <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-good" /> Waiting for the click
          </span>
        </div>
      )}
    </>
  )
}
