import { Button } from '../parts/button.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { Nothing } from '../parts/nothing.tsx'

interface NoLinksProps {
  isFiltered: boolean
  onClear: () => void
  onCreate: () => void
}

export function NoLinks({ isFiltered, onClear, onCreate }: NoLinksProps) {
  if (isFiltered)
    return <Nothing action={<Button onClick={onClear}>Show all links</Button>}>No link is like that.</Nothing>
  return (
    <Nothing
      action={
        <Button look="main" onClick={onCreate}>
          Create a link <Kbd>C</Kbd>
        </Button>
      }
    >
      A short link leads wherever you say, and tells how often it was followed. Paste an address anywhere on this page
      to make one.
    </Nothing>
  )
}
