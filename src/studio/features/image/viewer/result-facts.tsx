import { Brush, Check, Cloud, ScanEye, TriangleAlert } from 'lucide-react'
import { creditsForImage } from '#contract/limits.ts'
import type { EditedAnswer } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { outputOf } from '#library/pictures/picture-output.ts'
import { savedSize } from '#library/pictures/result-options.ts'
import { isMended, lacksSubject } from '#studio/features/image/queue/picture-text.ts'
import { colorsText } from '#studio/features/image/result-colors.ts'
import {
  ambiguousText,
  confidenceText,
  hiddenFacts,
  isUncertain,
  uncertaintyText,
} from '#studio/features/image/result-confidence.ts'
import { readingNote } from '#studio/media/conversion-note.ts'
import { formatMilliseconds } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { leftOutText } from '#studio/messages/left-out-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { CopyRequestId } from '#studio/ui/copy-id.tsx'
import { Fact, FactLine, FactSheet } from '#studio/viewer/fact-line.tsx'
import type { ShownResult } from './use-shown-result.ts'

const texts = messages.image.facts

type Props = {
  readonly item: PictureItem
  readonly answer: EditedAnswer
  readonly result: Pick<ShownResult, 'options' | 'isSent'>
  readonly isEditing: boolean
  /** The converted picture that the page shows if the browser cannot show the original; otherwise null. */
  readonly converted: Parameters<typeof readingNote>[1] | null
  /** Whether the uncertain places are outlined; null if none is known. */
  readonly showsPlaces: boolean | null
}

/** A line of facts about a result. */
export function ResultFacts({ item, answer, result, isEditing, converted, showsPlaces }: Props) {
  const { options, isSent } = result
  const sent = isSent ? item.serviceResult : null
  const read = converted ? readingNote(item.fileKind, converted) : null
  const note = sent ? sent.note : isSent ? null : read
  /** The time of the first result, in milliseconds. */
  const firstMs = (isSent ? answer : item.answer)?.facts.processing_ms ?? null
  const colors = colorsText({ answer, first: item.answer, options, isEditing })
  const edits = answer.edited?.edits.list
  const { facts, placement } = answer
  const left = (item.answer ?? answer).placement?.leftOut ?? []
  const isOneOfMany = left.some(({ kind }) => kind === 'pictures' || kind === 'pages')
  const leftOut = sent ? null : leftOutText(left)
  const isEmpty = lacksSubject(item)
  const hasOwnEdits = isMended(item)
  const size = savedSize(options, answer)
  const hidden = hiddenFacts(facts)
  // Writing options outside the API change the size of the file.
  const isSavedSize =
    !outputOf(item, item.recipe, null).file && size.width === facts.width && size.height === facts.height
  return (
    <FactLine>
      {hasOwnEdits ? null : isEmpty || isUncertain(answer) ? (
        <Fact name={texts.result} hidden>
          <span className="flex items-center gap-1">
            <span
              title={isEmpty ? undefined : uncertaintyText(answer)}
              className="inline-flex items-center gap-1 rounded-full bg-uncertain-ground px-2 py-0.5 font-semibold text-uncertain"
            >
              <TriangleAlert size={12} aria-hidden />{' '}
              {isEmpty ? messages.image.states.noSubject : texts.uncertain}
            </span>
            {showsPlaces === null ? null : (
              <IconButton
                icon={ScanEye}
                small
                label={texts.places.outline}
                command="uncertainty"
                aria-pressed={showsPlaces}
                className="aria-pressed:bg-ink/10 aria-pressed:text-ink"
              />
            )}
          </span>
        </Fact>
      ) : (
        <Fact name={texts.result} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Check size={13} strokeWidth={2.2} aria-hidden /> {texts.clean}
          </span>
        </Fact>
      )}
      {sent ? (
        <Fact name={texts.made} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Cloud size={13} aria-hidden /> {texts.onService(creditsForImage)}
          </span>
        </Fact>
      ) : null}
      {edits ? (
        <Fact name={messages.image.edit.counted} hidden>
          <span className="inline-flex items-center gap-1 font-medium">
            <Brush size={12} aria-hidden /> {editedText(edits.length, sent !== null)}
          </span>
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
      {note ? (
        <Fact name={texts.prepared} hidden>
          {note}
        </Fact>
      ) : null}
      {leftOut && isOneOfMany ? <Fact name={messages.leftOut.title}>{leftOut}</Fact> : null}
      <Fact name={messages.viewer.details} hidden>
        <FactSheet>
          {leftOut && !isOneOfMany ? <Fact name={messages.leftOut.title}>{leftOut}</Fact> : null}
          {firstMs === null ? null : <Fact name={texts.time}>{formatMilliseconds(firstMs)}</Fact>}
          {placement ? <Fact name={texts.device}>{messages.engine.device(placement.device)}</Fact> : null}
          {facts.confidence === null || isEmpty || hasOwnEdits ? null : (
            <Fact name={texts.confidence}>{confidenceText(answer)}</Fact>
          )}
          {facts.ambiguous_ratio === null || hasOwnEdits ? null : (
            <Fact name={texts.seeThrough}>{ambiguousText(facts)}</Fact>
          )}
          {hidden === null ? null : <Fact name={hidden}>{texts.notShared}</Fact>}
          {sent && facts.request_id !== null ? (
            <Fact name={texts.requestId}>
              <CopyRequestId id={facts.request_id} />
            </Fact>
          ) : null}
        </FactSheet>
      </Fact>
    </FactLine>
  )
}

/** For a service's result, also where the editing was done. */
const editedText = (count: number, isSent: boolean): string => {
  const { count: countText, edgeOnly, onDevice } = messages.image.edit
  const what = count > 0 ? countText(count) : edgeOnly
  return isSent ? onDevice(what) : what
}
