import { Link, useRouter } from '@tanstack/react-router'
import { PageHead } from '../parts/page-head.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { usePageTitle } from './pending-page.tsx'

export function FailurePage({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-[1280px] p-4 sm:p-6">
      <PageHead title={usePageTitle()} />
      <TroubleCard query={{ error, refetch: () => router.invalidate() }} />
    </div>
  )
}

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Page not found" />
      <p className="card p-5">
        This page does not exist.{' '}
        <Link to="/" className="touch-target font-medium text-accent underline">
          Go to Home
        </Link>
      </p>
    </>
  )
}
