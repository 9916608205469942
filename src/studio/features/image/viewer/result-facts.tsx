import { Brush, Cloud, ScanEye, TriangleAlert } from 'lucide-react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import type { ServiceResult } from '#library/pictures/picture-item.ts'
import { savedSize } from '#library/pictures/result-options.ts'
import {
  ambiguousText,
  confidenceText,
  doubtText,
  hiddenFacts,
  isDoubtful,
} from '#studio/features/image/result-confidence.ts'
import { formatMilliseconds } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { CopyRequestId } from '#studio/sending/copy-id.tsx'
import { IconButton } from '#studio/ui/button.tsx'
import { Fact, FactLine } from '#studio/viewer/fact-line.tsx'

const texts = messages.image.facts

type Props = {
  readonly answer: ImageAnswer
  /** The options that Save will use. */
  readonly options: ImageOptions
  /** Save writes the file in a way that no option names: its size is not that of `answer`. */
  readonly isWrittenAnew: boolean
  /** The time that the first result took, in milliseconds; null where that is not known. */
  readonly firstMs: number | null
  /** In which colours it is saved, where that is not plain sRGB; else null. */
  readonly colors: string | null
  /** The result of the service that is shown; null for a result of this device. */
  readonly sent: ServiceResult | null
  /** How the picture was converted or made smaller first, as a sentence; null where it was not. */
  readonly note: string | null
  /** How many edits the result shows, 0 where only its whole edge was changed; null where it was not edited. */
  readonly editCount: number | null
  /** Whether what is in doubt is outlined; null where no place is known. */
  readonly showsPlaces: boolean | null
}

/** A line of facts about a result. */
export function ResultFacts({
  answer,
  options,
  isWrittenAnew,
  firstMs,
  colors,
  sent,
  note,
  editCount,
  showsPlaces,
}: Props) {
  const { facts, placement } = answer
  const size = savedSize(options, answer)
  const hidden = hiddenFacts(facts)
  const isSavedSize = !isWrittenAnew && size.width === facts.width && size.height === facts.height
  return (
    <FactLine>
      {isDoubtful(answer) ? (
        <Fact name={texts.result} hidden>
          <span className="flex items-center gap-1">
            <span
              title={doubtText(answer)}
              className="inline-flex items-center gap-1 rounded-full bg-doubt-ground px-2 py-0.5 font-semibold text-doubt"
            >
              <TriangleAlert size={12} aria-hidden /> {texts.doubtful}
            </span>
            {showsPlaces === null ? null : (
              <IconButton
                icon={ScanEye}
                small
                label={texts.places.outline}
                command="doubt"
                aria-pressed={showsPlaces}
                className="aria-pressed:bg-ink/10 aria-pressed:text-ink"
              />
            )}
          </span>
        </Fact>
      ) : null}
      {sent ? (
        <Fact name={texts.made} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Cloud size={13} aria-hidden /> {texts.onService(creditsForImage)}
          </span>
        </Fact>
      ) : null}
      {editCount === null ? null : (
        <Fact name={messages.image.edit.counted} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Brush size={12} aria-hidden /> {editedText(editCount, sent !== null)}
          </span>
        </Fact>
      )}
      {firstMs === null ? null : (
        <Fact name={texts.time} hidden>
          {formatMilliseconds(firstMs)}
        </Fact>
      )}
      {placement ? (
        <Fact name={texts.device} hidden wide>
          {messages.engine.device(placement.device)}
        </Fact>
      ) : null}
      <Fact name={texts.size} hidden>
        {formatPixelSize(size)}
        {isSavedSize ? `, ${formatBytes(answer.image.size)}` : ''}
      </Fact>
      {colors ? (
        <Fact name={texts.colors} hidden>
          {colors}
        </Fact>
      ) : null}
      {facts.confidence === null ? null : <Fact name={texts.confidence}>{confidenceText(answer)}</Fact>}
      {facts.ambiguous_ratio === null ? null : <Fact name={texts.seeThrough}>{ambiguousText(facts)}</Fact>}
      {hidden === null ? null : <Fact name={hidden}>{texts.notShared}</Fact>}
      {note ? (
        <Fact name={texts.prepared} hidden>
          {note}
        </Fact>
      ) : null}
      {sent && facts.request_id !== null ? (
        <Fact name={texts.requestId} hidden wide>
          <CopyRequestId id={facts.request_id} />
        </Fact>
      ) : null}
    </FactLine>
  )
}

/** Of a result of a service, also where the editing was done. */
const editedText = (count: number, isSent: boolean): string => {
  const { count: countText, edgeOnly, onDevice } = messages.image.edit
  const what = count > 0 ? countText(count) : edgeOnly
  return isSent ? onDevice(what) : what
}
