import type { AudioSource } from 'mediabunny'
import type { Reason } from '#contract/error-reasons.ts'

/** Feeds the sound of a source into a container. */
export interface AudioFeed {
  readonly source: AudioSource
  /** An upper bound of the number of packets, for which MP4 and MOV reserve space in their index. */
  readonly maxPackets: number
  /**
   * Adds the sound that starts up to `untilSeconds` from the start of the video. Faults of the source do not reject.
   */
  advance(untilSeconds: number): Promise<void>
  /** What is missing so far; null for nothing. */
  dropped(): Reason | null
  close(): void
}
