/** The three engines in which the studio is tested. */
export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

export type PagePoint = { readonly x: number; readonly y: number }

/** What passes between a test and its page. */
export type PageData =
  | undefined
  | null
  | string
  | number
  | boolean
  | readonly PageData[]
  | { readonly [key: string]: PageData }

/**
 * One tab of a browser, by the few commands that Playwright, WebDriver BiDi and classic WebDriver share. Everything
 * else is an expression in the page.
 */
export interface EnginePage {
  readonly engine: EngineName
  /** Loads an address. Resolves when the document is loaded, not when the studio is ready. */
  open(url: string): Promise<void>
  /** The value of an expression in the page, which may be a promise of plain data. */
  evaluateExpression(expression: string): Promise<unknown>
  /** Chooses files of this machine in a file input, once the page has it. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>
  /** Presses and releases a key of the keyboard: a letter, a digit or `Escape`. */
  press(key: string): Promise<void>
  /** A finger goes down at the first point, moves over the others and lifts at the last. CSS pixels of the window. */
  drawByFinger(points: readonly PagePoint[]): Promise<void>
  /** CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>
}

/** A browser with one tab, and a profile of its own that is deleted with it. */
export type EngineBrowser = { readonly page: EnginePage; close(): Promise<void> }

export type EngineOptions = {
  /** Where downloads go. */
  readonly downloads: string
  /**
   * `private`: every window is a private one. `refused`: pages may store nothing. Chromium and Firefox only; sessions
   * of Playwright and of WebKitGTK's driver are private ones already.
   */
  readonly storage?: 'private' | 'refused'
}

/** `fn` of `argument` as an expression. The transpiler of Node may have put calls of `__name` into the function. */
export const callExpression = (fn: string, argument: PageData): string =>
  `(async () => { const __name = (named) => named; return await (${fn})(${JSON.stringify(argument) ?? 'undefined'}) })()`
