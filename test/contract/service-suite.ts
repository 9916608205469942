import { describe } from 'vitest'
import { accountCases } from './account-cases.ts'
import { httpCases } from './http-cases.ts'
import { imageCases } from './image-cases.ts'
import { inputCases } from './input-cases.ts'
import { legacyCases } from './legacy-cases.ts'
import { videoCases } from './video-cases.ts'
import type { NewService } from './with-service.ts'

export type SuiteOptions = {
  readonly name: string
  readonly newService: NewService
}

/**
 * Every service runs these cases, so that a caller cannot tell services apart. The photos have a red subject before
 * green, so their mattes are known.
 */
export const runServiceSuite = ({ name, newService }: SuiteOptions): void => {
  describe(name, () => {
    describe('input', () => inputCases(newService))
    describe('image results', () => imageCases(newService))
    describe('account', () => accountCases(newService))
    describe('videos', () => videoCases(newService))
    describe('HTTP answers', () => httpCases(newService))
    describe('the older route', () => legacyCases(newService))
  })
}
