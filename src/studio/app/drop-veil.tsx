import { CropMarks } from '#studio/ui/crop-marks.tsx'

/** Covers the page while files are held over it. */
export const DropVeil = () => (
  <div
    className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-ground/85 backdrop-blur-sm"
    aria-hidden
  >
    <div className="absolute inset-5">
      <CropMarks strong />
    </div>
    <p className="text-display font-semibold tracking-tight">Drop to cut out</p>
  </div>
)
