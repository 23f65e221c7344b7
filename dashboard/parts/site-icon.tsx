import { Globe } from 'lucide-react'

/** The icon of a site; a globe if it has none. The name of the site is next to it. */
export const SiteIcon = ({ icon, size = 16 }: { icon: string | null | undefined; size?: number }) =>
  icon ? (
    <img src={icon} alt="" width={size} height={size} className="shrink-0 rounded-sm object-contain" />
  ) : (
    <Globe aria-hidden size={size - 1} strokeWidth={1.5} className="shrink-0 text-dim" />
  )
