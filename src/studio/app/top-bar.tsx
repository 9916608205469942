import { useQuery } from '@tanstack/react-query'
import { CloudOff, Keyboard, LockKeyhole, Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { laterPart } from '#base/later-part.ts'
import { ChipButton, type ChipContent, connecting } from '#studio/features/account/chip-button.tsx'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import type { Theme } from '#studio/state/theme.ts'
import { useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Later } from '#studio/ui/later.tsx'
import type { Studio } from './open-studio.ts'

const { topBar: text, wordmark } = messages.app
const { chip } = messages.account
const { chip: engineChip, device: deviceText } = messages.engine

type Props = {
  readonly theme: Studio['theme']
  /** Whether the script that queries the device is loaded; the first view does not include it. */
  readonly isReady: boolean
}

/** The bar at the top: name, engine, account and help. */
export function TopBar({ theme, isReady }: Props) {
  return (
    <header className="flex h-13 shrink-0 items-center justify-between border-b border-line bg-panel pr-2 pl-4 max-[20rem]:pl-2">
      <Wordmark />
      <div className="flex min-w-0 items-center">
        <EngineChip isReady={isReady} />
        <ServiceChip />
        <ThemeButton store={theme} />
        <IconButton icon={Keyboard} label={text.shortcuts} command="help" className="max-sm:hidden" />
      </div>
    </header>
  )
}

const accountContent = laterPart(
  async () => (await import('#studio/features/account/account-content.tsx')).AccountContent,
)

const noService: ChipContent = {
  icon: CloudOff,
  announced: chip.noneAnnounced,
  text: <span className="sr-only">{chip.none}</span>,
}

/** A button that shows the connected service and its credits, and opens their dialog. */
function ServiceChip() {
  const { modes } = useStudio()
  const { service } = useConnection()
  const [content, setContent] = useState(connecting)
  return (
    <>
      {service ? <Later part={accountContent} props={{ service, onContent: setContent }} /> : null}
      <ChipButton {...(service ? content : noService)} onOpen={() => modes.enter({ name: 'account' })} />
    </>
  )
}

/**
 * A button which shows that the work stays on this device, and opens the engine's dialog; empty for a service
 * elsewhere.
 */
function EngineChip({ isReady }: Pick<Props, 'isReady'>) {
  const { modes } = useStudio()
  const service = useService()
  const connection = useConnection()
  const { data: device } = useQuery({ ...deviceReport(service), enabled: isReady })
  if (!service.onDevice) return null
  const stays = connection.service ? text.filesStayUnlessSent : text.filesStay
  return (
    <button
      type="button"
      onClick={() => modes.enter({ name: 'engine' })}
      aria-label={device ? engineChip.label(deviceText(device)) : engineChip.text}
      title={device ? engineChip.hint(stays, deviceText(device)) : stays}
      className="touchable inline-flex h-9 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
    >
      <LockKeyhole size={15} strokeWidth={1.9} aria-hidden />
      <span className="max-[22rem]:sr-only">{engineChip.text}</span>
    </button>
  )
}

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const themeIcons = {
  system: Monitor,
  light: Sun,
  dark: Moon,
} as const

/** Switches from system to light to dark, and applies the choice to the page. */
function ThemeButton({ store }: { readonly store: Studio['theme'] }) {
  const { theme } = useStore(store)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <IconButton
      icon={themeIcons[theme]}
      label={messages.app.themes[theme]}
      onClick={() => store.set({ theme: nextTheme[theme] })}
    />
  )
}

/** The logo, a square with one half cut away, and the name beside it. */
const Wordmark = () => (
  <span className="flex items-center gap-2.5 select-none">
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden className="shrink-0">
      <defs>
        <clipPath id="mark-clip">
          <rect x="1" y="1" width="22" height="22" rx="6" />
        </clipPath>
      </defs>
      <g clipPath="url(#mark-clip)">
        <rect width="24" height="24" className="fill-check-a" />
        <path
          d="M12 0h6v6h-6zM18 6h6v6h-6zM12 12h6v6h-6zM18 18h6v6h-6zM0 12h6v6H0zM6 18h6v6H6zM6 6h6v6H6z"
          className="fill-line-strong"
        />
        <path d="M0 0h17L7 24H0z" className="fill-ink" />
        <path d="M17 0h2.2L9.2 24H7z" className="fill-lime" />
      </g>
      <rect
        x="1"
        y="1"
        width="22"
        height="22"
        rx="6"
        className="fill-none stroke-line-strong"
        strokeWidth="1"
      />
    </svg>
    <span className="text-[0.9375rem] font-semibold tracking-tight max-[16rem]:sr-only">
      {wordmark.first} <span className="font-normal text-ink-faint max-sm:sr-only">{wordmark.second}</span>
    </span>
  </span>
)
