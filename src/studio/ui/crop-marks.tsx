const corners = [
  'top-0 left-0 border-t border-l',
  'top-0 right-0 border-t border-r',
  'bottom-0 left-0 border-b border-l',
  'bottom-0 right-0 border-b border-r',
]

/** The printer's marks at the corners of what will be cut. Fills its positioned parent. */
export const CropMarks = ({ strong = false }: { readonly strong?: boolean }) => (
  <span aria-hidden className="pointer-events-none absolute inset-0">
    {corners.map((corner) => (
      <span
        key={corner}
        className={`absolute transition-[width,height] duration-200 ease-calm ${corner} ${strong ? 'size-9 border-ink' : 'size-5 border-ink-faint'}`}
      />
    ))}
  </span>
)
