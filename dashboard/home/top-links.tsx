import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TopLinks as TopLinkList, topLinksQuery } from '../api/analytics.ts'
import { count } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { wholeDays } from '../format/whole-days.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { ShortLink } from '../parts/short-link.tsx'
import { homeDays, homeRows } from './home-days.ts'

const clickedLinks = ({ urls }: TopLinkList) => urls.filter(({ click_count }) => click_count > 0)

export function TopLinks({ now }: { now: Date }) {
  const query = useQuery({ ...topLinksQuery(wholeDays(homeDays, now)), select: clickedLinks })
  return (
    <Card
      title="Top links"
      aside={
        <Link
          to="/links"
          className="flex items-center rounded text-[13px] font-medium text-dim pointer-coarse:-my-3 pointer-coarse:min-h-11 hover:text-text"
        >
          All links
        </Link>
      }
    >
      <Loaded query={query} waiting={<ListSkeleton rows={homeRows} isTall />}>
        {(clicked) =>
          clicked.length === 0 ? (
            <p className="py-6 text-center text-dim">Your top links will appear here.</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {clicked.map((link) => (
                <li key={link.id}>
                  <Link
                    to="/links/$id"
                    params={{ id: link.id }}
                    className="relative flex h-11 items-center gap-3 rounded-md px-2 hover:bg-sunken"
                  >
                    <span
                      aria-hidden
                      className="absolute inset-y-0 left-0 rounded-md bg-tint"
                      style={{
                        width: `${(link.click_count / Math.max(...clicked.map(({ click_count }) => click_count))) * 100}%`,
                      }}
                    />
                    <span className="relative min-w-0 flex-1">
                      <span className="block truncate leading-tight font-medium">
                        <ShortLink url={link.short_url} />
                      </span>
                      <span className="block truncate text-xs text-dim">{bareUrl(link.original_url)}</span>
                    </span>
                    <span className="relative font-medium tabular-nums">{count(link.click_count)}</span>
                    <span className="sr-only">clicks</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
