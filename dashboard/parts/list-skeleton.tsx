export const ListSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div aria-hidden className="flex flex-col gap-1">
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className="skeleton h-8" />
    ))}
  </div>
)
