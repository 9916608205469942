import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** A file or a group of tests in a JSON report of Playwright. */
export type Suite = {
  readonly title: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status?: string | undefined
      /** One for each try. */
      readonly results: readonly {
        readonly duration?: number | undefined
        readonly errors?: readonly { readonly message?: string | undefined }[] | undefined
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[] | undefined
}

const error = v.object({ message: v.optional(v.string()) })

const suite: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      tests: v.array(
        v.object({
          status: v.optional(v.string()),
          results: v.array(
            v.object({ duration: v.optional(v.number()), errors: v.optional(v.array(error)) }),
          ),
        }),
      ),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const playwrightReport = v.object({ suites: v.array(suite) })

const vitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.optional(v.string(), ''),
      status: v.optional(v.string()),
      message: v.optional(v.string()),
      assertionResults: v.array(
        v.object({
          status: v.optional(v.string()),
          fullName: v.string(),
          duration: v.nullish(v.number()),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
})

export type TestReport = v.InferOutput<typeof playwrightReport> | v.InferOutput<typeof vitestReport>

/** A JSON report of Vitest or Playwright; null where there is no file. Throws where it is neither. */
export const readReport = (file: string): TestReport | null =>
  existsSync(file)
    ? v.parse(v.union([playwrightReport, vitestReport]), JSON.parse(readFileSync(file, 'utf8')))
    : null
