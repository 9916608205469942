type Props = {
  readonly label: string
  /** 0 to 100; null while unknown. */
  readonly percent: number | null
  readonly slim?: boolean
}

/** A progress bar; indeterminate while `percent` is null. */
export const ProgressBar = ({ label, percent, slim = false }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(percent === null ? {} : { 'aria-valuenow': percent })}
    className={`w-full overflow-hidden rounded-full bg-track ${slim ? 'h-[3px]' : 'h-1.5'}`}
  >
    <div
      className={`h-full w-full origin-left rounded-full bg-lime transition-transform duration-200 ${percent === null ? 'animate-wait' : ''}`}
      style={{ transform: `scaleX(${percent === null ? 0.12 : percent / 100})` }}
    />
  </div>
)
