import type { MakeHandler } from './Handler.ts'

/** Pays the first signature's cost while nobody waits. */
export const warmUp: MakeHandler<'warmUp'> =
  ({ context }) =>
  async () => {
    await context.vault.warmUp()
    return {}
  }
