import { Link, useRouter } from '@tanstack/react-router'
import { PageHead } from '../parts/page-head.tsx'
import { TroubleCard } from '../parts/trouble.tsx'

/** In place of a page that could not be shown. */
export function FailurePage({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-[1280px] p-4 sm:p-6">
      <PageHead title="Something went wrong" />
      <TroubleCard error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}

export function NotFoundPage() {
  return (
    <>
      <PageHead title="No such page" />
      <p className="card p-5">
        Nothing is at this address.{' '}
        <Link to="/" className="font-medium text-accent underline">
          Go home
        </Link>
      </p>
    </>
  )
}
