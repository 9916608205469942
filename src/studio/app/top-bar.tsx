import { Keyboard, LockKeyhole } from 'lucide-react'
import { ServiceChip } from '#studio/features/account/service-chip.tsx'
import { EngineChip } from '#studio/features/engine/engine-chip.tsx'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { Wordmark } from '#studio/ui/wordmark.tsx'
import { ThemeButton } from './theme-button.tsx'

type Props = {
  readonly onAccount: () => void
  readonly onEngine: () => void
  readonly onHelp: () => void
}

export function TopBar({ onAccount, onEngine, onHelp }: Props) {
  const connection = useConnection()
  const { traits } = useService()
  return (
    <header className="flex h-13 shrink-0 items-center justify-between border-b border-line bg-panel pr-2 pl-4">
      <Wordmark />
      <div className="flex items-center">
        {traits.uploads ? null : (
          <p className="mr-2 flex items-center gap-1.5 text-sm text-ink-soft max-lg:sr-only">
            <LockKeyhole size={14} strokeWidth={2} aria-hidden />
            {connection.service ? 'Files stay here unless you send them' : 'Files stay on this device'}
          </p>
        )}
        <ServiceChip onOpen={onAccount} />
        <EngineChip onOpen={onEngine} />
        <ThemeButton />
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          keys="?"
          className="max-sm:hidden"
          onClick={onHelp}
        />
      </div>
    </header>
  )
}
