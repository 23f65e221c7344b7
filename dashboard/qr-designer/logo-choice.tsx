import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { logosQuery, logoUrl } from '../api/logos.ts'
import { PictureChoice } from './picture-choice.tsx'
import { UploadLogo } from './upload-logo.tsx'

const none = 'none'
const mostLetters = 10
const shorten = (name: string) => (name.length <= mostLetters ? name : `${name.slice(0, mostLetters - 1)}…`)

interface LogoChoiceProps {
  chosen: string | null
  onChoose: (id: string | null) => void
  children?: ReactNode
}

/** One of the logos of the account, a new one, or none. */
export function LogoChoice({ chosen, onChoose, children }: LogoChoiceProps) {
  const { data: logos = [] } = useQuery(logosQuery)
  return (
    <>
      {logos.length > 0 && (
        <PictureChoice
          legend="Logo"
          values={[none, ...logos.map(({ id }) => id)]}
          names={{ [none]: 'None', ...Object.fromEntries(logos.map(({ id, name }) => [id, shorten(name ?? 'Logo')])) }}
          draw={(id) =>
            id === none ? (
              <span className="size-9" />
            ) : (
              <img alt="" src={logoUrl(id)} loading="lazy" className="size-9 rounded bg-white object-contain" />
            )
          }
          chosen={chosen ?? none}
          onChoose={(id) => onChoose(id === none ? null : id)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {logos.length === 0 && <p className="mr-1 font-medium">Logo</p>}
        <UploadLogo chosen={chosen} onUploaded={onChoose} />
        {children}
        <p className="text-[13px] text-dim">PNG, JPEG, or WebP, up to 1 MB</p>
      </div>
    </>
  )
}
