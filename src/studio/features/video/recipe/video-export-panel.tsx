import { useId } from 'react'
import { alphaForms, sequenceFormatNames, sequenceFormats, usualSequence } from '#contract/frame-sequence.ts'
import { channelSets } from '#contract/image-options.ts'
import { type VideoFormat, videoFormats } from '#contract/output-formats.ts'
import { hasGround } from '#contract/video-options.ts'
import { mayHaveMatte, toVideoOptions, wantsMatte } from '#library/recipe/video-recipe.ts'
import { isVideo } from '#library/videos/video-item.ts'
import { LevelChoice } from '#studio/items/level-choice.tsx'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { formatFrameRate } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import { Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { SoundChoice } from './sound-choice.tsx'
import { noSoundText, opaqueNote } from './video-format-notes.ts'

const { export: texts } = messages.video.settings

const contentChoices = channelSets.map((value) => ({
  value,
  label: texts.contents[value],
  hint: texts.contentHints[value],
}))

/** Formats with transparency first. */
const formats = Object.entries(videoFormats)
  .toSorted(([, a], [, b]) => Number(b.alpha) - Number(a.alpha))
  .map(([format]) => format as VideoFormat)

/** Chooses where the video will play, which determines the format; then its content and sound. */
export function VideoExportPanel() {
  const name = useId()
  const [recipe, change] = useItemRecipe(isVideo)
  const { format, channels, hasSound, soundTracks } = recipe
  const { service } = useConnection()
  const noSound = noSoundText({ format, channels })
  const mayHaveSound = useItemValue(isVideo, ({ facts }) => facts === null || facts.audio !== null)
  return (
    <>
      <LevelChoice
        value={recipe.level}
        hints={messages.video.settings.levels}
        onChange={(level) => change({ level })}
      />
      <fieldset className="space-y-1">
        <legend className="sr-only">{texts.where}</legend>
        {formats.map((value) => (
          <FormatChoice
            key={value}
            name={name}
            format={value}
            isChosen={format === value}
            onChoose={() => change({ format: value })}
          />
        ))}
      </fieldset>
      <Segmented
        legend={texts.content}
        choices={contentChoices}
        value={channels}
        onChange={(next) => change({ channels: next })}
      />
      <p className="text-xs text-ink-soft empty:hidden">
        {wantsMatte(recipe) ? null : opaqueNote(channels, format)}
      </p>
      {noSound === null && mayHaveSound ? <SoundChoice /> : null}
      <p className="text-xs text-ink-soft empty:hidden">
        {noSound ?? (service && (!hasSound || soundTracks) ? texts.onlyHereMuted : null)}
      </p>
      <FieldChoice />
      <MatteChoice />
      <FrameChoice />
    </>
  )
}

/** Whether each field of an interlaced video becomes a frame. */
function FieldChoice() {
  const [{ deinterlace }, change] = useItemRecipe(isVideo)
  const { service } = useConnection()
  const fps = useItemValue(isVideo, ({ facts }) => (facts?.fields ? facts.fps : null))
  if (fps === null) return null
  return (
    <Switch
      label={texts.fields.label(formatFrameRate(fps * 2))}
      hint={[texts.fields.note, ...(service ? [texts.matte.onDeviceOnly] : [])].join(' ')}
      checked={deinterlace === 'field'}
      onChange={(checked) => change({ deinterlace: checked ? 'field' : 'frame' })}
    />
  )
}

/** Whether to write the matte as a separate file beside an opaque result. */
function MatteChoice() {
  const [recipe, change] = useItemRecipe(isVideo)
  const { service } = useConnection()
  if (!mayHaveMatte(recipe)) return null
  const { composition, hasMatte } = recipe
  return (
    <Switch
      label={texts.matte.label}
      hint={[
        texts.matte.note,
        hasGround(toVideoOptions(recipe), composition) ? texts.matte.ground : texts.matte.fill,
        ...(service ? [texts.matte.onDeviceOnly] : []),
      ].join(' ')}
      checked={hasMatte}
      onChange={(checked) => change({ hasMatte: checked })}
    />
  )
}

const frameFormats = sequenceFormatNames.map((value) => ({
  value,
  label: sequenceFormats[value].label,
  hint: texts.frames.notes[value],
}))
const frameAlphas = alphaForms.map((value) => ({
  value,
  label: texts.frames.alphas[value],
  hint: texts.frames.alphaNotes[value],
}))

/** The format of a result's frames as pictures. */
function FrameChoice() {
  const [{ sequence, channels }, change] = useItemRecipe(isVideo)
  const { format, alpha, isTimecoded } = sequence
  const numbering = isTimecoded && { isTimecoded }
  const hasTimecode = useItemValue(isVideo, ({ facts }) => facts?.timecode !== undefined)
  return (
    <>
      <p className="pt-1 text-xs text-ink-soft" title={texts.frames.numbered}>
        {texts.frames.title}
      </p>
      <Segmented
        legend={texts.frames.format}
        choices={frameFormats}
        value={format}
        onChange={(next) => change({ sequence: { ...usualSequence(next), ...numbering } })}
      />
      {channels === 'rgba' ? (
        <Segmented
          legend={texts.frames.alpha}
          choices={frameAlphas}
          value={alpha}
          onChange={(next) => change({ sequence: { format, alpha: next, ...numbering } })}
        />
      ) : null}
      {hasTimecode ? (
        <Switch
          label={texts.frames.byTimecode}
          hint={texts.frames.byTimecodeNote}
          checked={isTimecoded ?? false}
          onChange={(checked) =>
            change({ sequence: { format, alpha, ...(checked && { isTimecoded: checked }) } })
          }
        />
      ) : null}
    </>
  )
}

type FormatChoiceProps = {
  readonly name: string
  readonly format: VideoFormat
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function FormatChoice({ name, format, isChosen, onChoose }: FormatChoiceProps) {
  return (
    <label
      title={texts.formats[format].note}
      className="touchable flex cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 py-1.5 text-sm select-none hover:bg-ink/5 has-checked:bg-raised has-checked:shadow-edge has-checked:inset-ring has-checked:inset-ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-ink"
    >
      <input
        type="radio"
        className="sr-only"
        aria-description={texts.formats[format].note}
        name={name}
        value={format}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0 text-ink-soft">{texts.formats[format].plays}</span>
      <span className="shrink-0 font-semibold">{videoFormats[format].label}</span>
    </label>
  )
}
