import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from '#studio/hooks/use-store.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import type { Theme } from '#studio/state/settings.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const looks = {
  system: { icon: Monitor, label: 'Theme: as the system' },
  light: { icon: Sun, label: 'Theme: light' },
  dark: { icon: Moon, label: 'Theme: dark' },
} as const

/** Goes through system, light and dark, and puts the choice on the page. */
export function ThemeButton() {
  const { settings } = useStudio()
  const { theme } = useStore(settings)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <IconButton {...looks[theme]} onClick={() => settings.set((all) => ({ ...all, theme: next[theme] }))} />
  )
}
