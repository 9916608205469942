import type { Intake } from './use-intake.ts'

/** The input behind every "open" button. Takes any file, so that a wrong one is told why. */
export const FilePicker = ({ intake }: { readonly intake: Intake }) => (
  <input
    ref={intake.inputRef}
    type="file"
    multiple
    hidden
    accept="image/jpeg,image/png,image/webp,image/*,video/mp4,video/quicktime,video/webm,video/*,.mkv,.m4v"
    aria-label="Pictures and videos"
    onChange={(event) => {
      intake.addFiles([...(event.currentTarget.files ?? [])])
      // The same file may be picked again.
      event.currentTarget.value = ''
    }}
  />
)
