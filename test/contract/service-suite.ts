import { describe } from 'vitest'
import type { BackgroundService } from '#service/background-service.ts'
import { accountCases } from './account-cases.ts'
import { httpCases } from './http-cases.ts'
import { imageCases } from './image-cases.ts'
import { inputCases } from './input-cases.ts'
import { videoCases } from './video-cases.ts'

/** What the cases are run against. Each case opens its own. */
export type ServiceUnderTest = {
  readonly service: BackgroundService
  /** Advances the service's clock by so many hours. */
  passHours(hours: number): Promise<void>
  close(): Promise<void>
}

export type SuiteOptions = {
  readonly name: string
  readonly newService: () => Promise<ServiceUnderTest>
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
  })
}
