import { KeyRound, Pencil } from 'lucide-react'
import type { KeyPlace } from '#service/connection.ts'
import { useConnection, useConnector } from '#studio/hooks/use-connection.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'

const kept: Readonly<Record<KeyPlace, string>> = {
  session: 'kept in this tab, until it is closed',
  device: 'kept in this browser, until you forget it',
}

/** Which service, and where the key to it lies; the way to another one, and to none. */
export function ConnectionFacts({ onChange }: { readonly onChange: () => void }) {
  const { address, keyIn, from } = useConnection()
  const connector = useConnector()
  const announce = useAnnounce()
  if (!address || !keyIn) return null
  const forget = () => {
    connector.forget()
    announce('The key is forgotten. Everything runs on this device')
  }
  return (
    <section aria-labelledby="connection-title">
      <h3 id="connection-title" className="text-sm font-semibold">
        Connection
      </h3>
      <p className="mt-1 font-mono text-xs break-all text-ink-soft">{address.base}</p>
      {address.isLegacy ? <p className="mt-0.5 text-xs text-ink-faint">Over the legacy route</p> : null}
      {from === 'deployment' ? (
        <p className="mt-0.5 text-xs text-ink-faint">The address comes with this studio.</p>
      ) : null}
      <p className="mt-2 flex items-start gap-1.5 text-xs text-ink-soft">
        <KeyRound size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        The key is {kept[keyIn]}. It goes to this address only.
      </p>
      <div className="mt-3 flex gap-2">
        <Button onClick={onChange}>
          <Pencil size={14} strokeWidth={1.75} aria-hidden /> Change
        </Button>
        <Button look="fault" onClick={forget}>
          Forget the key
        </Button>
      </div>
    </section>
  )
}
