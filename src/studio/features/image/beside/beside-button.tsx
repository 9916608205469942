import { SquareSplitHorizontal } from 'lucide-react'
import { messages } from '#studio/messages/messages.ts'
import { IconButton } from '#studio/ui/button.tsx'

type Props = { readonly small?: boolean; readonly className?: string }

/** Shows the result of the selected picture beside another one. */
export const BesideButton = (props: Props) => (
  <IconButton
    icon={SquareSplitHorizontal}
    label={messages.image.beside.open}
    command="sideBySide"
    {...props}
  />
)
