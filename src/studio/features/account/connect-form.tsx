import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import type { KeyPlace } from '#service/connection.ts'
import { errorText, fieldSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { creditsLeft } from '#studio/messages/sending-text.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { useAnnounce, useConnection, useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Switch, TextField } from '#studio/ui/form-fields.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const texts = messages.account.connect

const keyPlaces = (['session', 'device'] as const satisfies readonly KeyPlace[]).map((value) => ({
  value,
  label: texts.keepIn[value].label,
}))

type Props = { readonly onDone: () => void; readonly onCancel: () => void }

/** Fields for the address and key of a service, which are checked with `GET /me`. */
export function ConnectForm({ onDone, onCancel }: Props) {
  const connector = useStudio().connection
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

  const connecting = useMutation({
    // The key leaves the cache together with the form.
    gcTime: 0,
    mutationFn: () => {
      const controller = new AbortController()
      caller.current = controller
      return connector.connect({ base, isLegacy, key, keepIn }, { signal: controller.signal })
    },
    onSuccess: (account) => {
      const now = connector.get().service
      if (now) client.setQueryData(accountQuery(now).queryKey, account)
      announce(texts.connected(creditsLeft(account)))
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTypedSince(false)
    connecting.mutate()
  }
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setTypedSince(true)
    }
  const error = typedSince || isAbort(connecting.error) ? null : connecting.error
  const canKeepKey = service !== null && base === address?.base
  return (
    <form ref={first} noValidate onSubmit={submit} aria-label={texts.title} className="space-y-4">
      <TextField
        label={texts.address}
        type="url"
        inputMode="url"
        placeholder={texts.addressExample}
        value={base}
        fault={fieldError(error, 'base')}
        onChange={typed(setBase)}
      />
      <TextField
        label={texts.key}
        type={isShown ? 'text' : 'password'}
        placeholder={canKeepKey ? texts.keyUnchanged : texts.keyExample}
        value={key}
        fault={fieldError(error, 'key')}
        hint={texts.keyHint}
        onChange={typed(setKey)}
      >
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? texts.hideKey : texts.showKey}
          aria-pressed={isShown}
          small
          onClick={() => setIsShown(!isShown)}
        />
      </TextField>
      <div>
        <p className="mb-1 text-sm font-medium">{texts.keep}</p>
        <Segmented legend={texts.keep} choices={keyPlaces} value={keepIn} onChange={setKeepIn} />
        <p className="mt-1 text-xs text-ink-soft">{texts.keepIn[keepIn].note}</p>
      </div>
      <div>
        <Switch label={texts.legacy} checked={isLegacy} onChange={typed(setIsLegacy)} />
        <p className="mt-1 text-xs text-ink-soft">
          {texts.legacyNote} <span className="font-mono">{texts.legacyPath}</span>.
        </p>
      </div>
      <p className="border-t border-line pt-3 text-xs text-ink-soft">{texts.warning}</p>
      {error && error.code !== 'validation_error' ? <Refused error={error} /> : null}
      <div className="flex gap-2">
        <Button variant="main" type="submit" disabled={connecting.isPending} className="flex-1">
          {connecting.isPending ? (
            <>
              <LoaderCircle size={15} aria-hidden className="animate-spin" /> {texts.asking}
            </>
          ) : (
            texts.connect
          )}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

function Refused({ error }: { readonly error: ServiceError }) {
  const { title, help } = errorText(error, { at: 'account', isOnline: navigator.onLine })
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

const fieldError = (error: ServiceError | null, field: 'base' | 'key'): string | null =>
  error?.code === 'validation_error' ? fieldSentence(error, field) : null
