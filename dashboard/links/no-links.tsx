import { Button } from '../parts/button.tsx'
import { Kbd } from '../parts/kbd.tsx'

interface NoLinksProps {
  isFiltered: boolean
  onClear: () => void
  onCreate: () => void
}

export function NoLinks({ isFiltered, onClear, onCreate }: NoLinksProps) {
  return (
    <div className="card flex flex-col items-center gap-4 px-5 py-14 text-center">
      {isFiltered ? (
        <>
          <p className="text-dim">No link is like that.</p>
          <Button onClick={onClear}>Show all links</Button>
        </>
      ) : (
        <>
          <p className="max-w-md text-dim">
            A short link leads wherever you say, and tells how often it was followed. Paste an address anywhere on this
            page to make one.
          </p>
          <Button look="main" onClick={onCreate}>
            Create a link <Kbd>C</Kbd>
          </Button>
        </>
      )}
    </div>
  )
}
