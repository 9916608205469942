/** The mark: a square, cut clean from corner to corner, the one half gone. */
export const Wordmark = () => (
  <span className="flex items-center gap-2.5 select-none">
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden className="shrink-0">
      <defs>
        <clipPath id="mark-clip">
          <rect x="1" y="1" width="22" height="22" rx="6" />
        </clipPath>
      </defs>
      <g clipPath="url(#mark-clip)">
        <rect width="24" height="24" className="fill-check-a" />
        <path
          d="M12 0h6v6h-6zM18 6h6v6h-6zM12 12h6v6h-6zM18 18h6v6h-6zM0 12h6v6H0zM6 18h6v6H6zM6 6h6v6H6z"
          className="fill-line-strong"
        />
        <path d="M0 0h17L7 24H0z" className="fill-ink" />
        <path d="M17 0h2.2L9.2 24H7z" className="fill-lime" />
      </g>
      <rect
        x="1"
        y="1"
        width="22"
        height="22"
        rx="6"
        className="fill-none stroke-line-strong"
        strokeWidth="1"
      />
    </svg>
    <span className="text-[0.9375rem] font-semibold tracking-tight">
      Clearcut <span className="font-normal text-ink-faint max-sm:sr-only">Studio</span>
    </span>
  </span>
)
