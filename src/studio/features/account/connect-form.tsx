import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import type { KeyPlace } from '#service/connection.ts'
import { useConnection, useConnector } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsLeft, creditsText } from '#studio/sending/sending-text.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Switch, TextField } from '#studio/ui/form-fields.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { booksFault } from './account-words.ts'

const places = [
  { value: 'session', label: 'In this tab' },
  { value: 'device', label: 'On this device' },
] as const satisfies readonly { value: KeyPlace; label: string }[]

const placeNotes: Readonly<Record<KeyPlace, string>> = {
  session: 'The key is gone when this tab is closed.',
  device: 'The key stays in this browser until you forget it. Not for a computer that others use.',
}

type Props = { readonly onDone: () => void; readonly onCancel: () => void }

/** The address of a service and a key to it; `GET /me` tells whether they work together. */
export function ConnectForm({ onDone, onCancel }: Props) {
  const connector = useConnector()
  const { address, keyIn, service } = useConnection()
  const client = useQueryClient()
  const announce = useAnnounce()
  const [base, setBase] = useState(address?.base ?? '')
  const [isLegacy, setIsLegacy] = useState(address?.isLegacy ?? false)
  const [key, setKey] = useState('')
  const [keepIn, setKeepIn] = useState<KeyPlace>(keyIn ?? 'session')
  const [isShown, setIsShown] = useState(false)
  const [typedSince, setTypedSince] = useState(false)
  const first = useRef<HTMLFormElement>(null)
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  const caller = useRef<AbortController>(null)
  useEffect(() => () => caller.current?.abort(), [])

  const trial = useMutation({
    networkMode: 'always',
    // What was typed is not remembered any longer than the form.
    gcTime: 0,
    mutationFn: () => {
      const controller = new AbortController()
      caller.current = controller
      return connector.connect({ base, isLegacy, key, keepIn }, { signal: controller.signal })
    },
    onSuccess: (account) => {
      const now = connector.get().service
      if (now) client.setQueryData(accountQuery(now).queryKey, account)
      announce(`Connected. ${creditsText(creditsLeft(account))} left`)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTypedSince(false)
    trial.mutate()
  }
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setTypedSince(true)
    }
  const error = typedSince || isAbort(trial.error) ? null : trial.error
  const mayKeep = service !== null && base === address?.base
  return (
    <form ref={first} noValidate onSubmit={submit} aria-label="Connect a service" className="space-y-4">
      <TextField
        label="Address of the service"
        type="url"
        inputMode="url"
        placeholder="https://api.example.com/v1"
        value={base}
        fault={fieldFault(error, 'base')}
        onChange={typed(setBase)}
      />
      <TextField
        label="Key"
        type={isShown ? 'text' : 'password'}
        placeholder={mayKeep ? 'Unchanged' : 'pk_…'}
        value={key}
        fault={fieldFault(error, 'key')}
        hint="It is sent to this address and nowhere else."
        onChange={typed(setKey)}
      >
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide the key' : 'Show the key'}
          aria-pressed={isShown}
          small
          onClick={() => setIsShown(!isShown)}
        />
      </TextField>
      <div>
        <p className="mb-1 text-sm font-medium">Keep the key</p>
        <Segmented legend="Keep the key" choices={places} value={keepIn} onChange={setKeepIn} />
        <p className="mt-1 text-xs text-ink-soft">{placeNotes[keepIn]}</p>
      </div>
      <div>
        <Switch label="Legacy route" checked={isLegacy} onChange={typed(setIsLegacy)} />
        <p className="mt-1 text-xs text-ink-soft">
          For services that only offer <span className="font-mono">/v1.0/removebg</span>.
        </p>
      </div>
      <p className="border-t border-line pt-3 text-xs text-ink-soft">
        The key lies in this browser, where only you can use it. Never put a key into a page that others can
        open: everybody could read it there and spend your credits.
      </p>
      {error && error.code !== 'validation_error' ? <Refused error={error} /> : null}
      <div className="flex gap-2">
        <Button variant="main" type="submit" disabled={trial.isPending} className="flex-1">
          {trial.isPending ? (
            <>
              <LoaderCircle size={15} aria-hidden className="animate-spin" /> Asking the service
            </>
          ) : (
            'Test and connect'
          )}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Refused({ error }: { readonly error: ServiceError }) {
  const { title, help } = booksFault(error, navigator.onLine)
  return (
    <div role="alert">
      <Notice tone="fault" title={title}>
        <p className="mt-1 text-ink">{help}</p>
        {error.request_id ? (
          <p className="mt-2 font-mono text-2xs break-all text-ink-soft">{error.request_id}</p>
        ) : null}
      </Notice>
    </div>
  )
}

const fieldFault = (error: ServiceError | null, field: 'base' | 'key'): string | null => {
  if (error?.code !== 'validation_error' || typeof error.details !== 'object') return null
  return error.details[field]?.join(' ') ?? null
}
