import type { BackgroundService } from './background-service.ts'

/** Which service the settings ask for. */
export type ServiceChoice = { readonly kind: 'local' }

/** The service that was chosen; `local` is this device's own, which the door of the API needs in any case. */
export const openService = (choice: ServiceChoice, local: BackgroundService): BackgroundService => {
  switch (choice.kind) {
    case 'local':
      return local
  }
}
