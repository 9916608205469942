import type { Page } from '@playwright/test'
import { expect } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'

export const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/**
 * A check that a page, or what is in the box `within`, is accessible on a phone, and then with the window and the mouse
 * of a desktop. All steps between the checks are those of a phone.
 */
export const openBothDevices = async (
  page: Page,
  within?: string,
): Promise<(state: string) => Promise<void>> => {
  const session = await page.context().newCDPSession(page)
  const become = async (size: typeof desktop, isPhone: boolean) => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
    const metrics = { ...size, deviceScaleFactor: 1, mobile: isPhone }
    await session.send('Emulation.setDeviceMetricsOverride', metrics)
    await expect
      .poll(() => page.evaluate(() => [innerWidth, matchMedia('(pointer: coarse)').matches]))
      .toEqual([size.width, isPhone])
  }
  return async (state) => {
    await become(phone, true)
    // The colours of both devices are the same.
    await expectAccessible(page, `${state}, phone`, within, ['light'])
    await become(desktop, false)
    await expectAccessible(page, `${state}, desktop`, within)
    await become(phone, true)
  }
}
