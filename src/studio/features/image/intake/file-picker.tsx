import type { Intake } from './use-intake.ts'

/** The input behind every "open" button. Takes any file, so that a wrong one is told why. */
export const FilePicker = ({ intake }: { readonly intake: Intake }) => (
  <input
    ref={intake.inputRef}
    type="file"
    multiple
    hidden
    accept="image/jpeg,image/png,image/webp,image/*"
    aria-label="Pictures"
    onChange={(event) => {
      intake.addFiles([...(event.currentTarget.files ?? [])])
      // The same file may be picked again.
      event.currentTarget.value = ''
    }}
  />
)
