import { existsSync } from 'node:fs'

const firstExisting = (...paths: readonly string[]): string | undefined =>
  paths.find((path) => existsSync(path))

/** Firefox; `FIREFOX_PATH` names another one. */
export const findFirefox = (): string | undefined =>
  firstExisting(process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox')

/** MiniBrowser of WebKitGTK, where its driver and Xvfb are installed too; `WEBKIT_PATH` names another one. */
export const findWebKit = (): string | undefined =>
  existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb')
    ? firstExisting(
        process.env.WEBKIT_PATH ?? '',
        ...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
      )
    : undefined
