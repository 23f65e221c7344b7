import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

/** Shown in place of a page about a resource that does not exist. */
export const MissingPage = ({ title, about, back }: { title: string; about: string; back: ReactNode }) => (
  <>
    {back}
    <PageHead title={title} />
    <p className="card p-5 text-dim">{about}</p>
  </>
)
