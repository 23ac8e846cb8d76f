import type { Config } from '../interfaces/Config.ts'
import { connectSignedIn } from './connectSignedIn.ts'

/**
 * Signs in by a passkey alone.
 *
 * @throws what the wallet rejects with: 2024 where there are no passkeys, 2025 when none was used
 */
export const connectPasskey = (config: Config, parameters: { signal?: AbortSignal } = {}): Promise<void> =>
  connectSignedIn(config, { ...parameters, ask: (identity, wanted) => identity.connectPasskey(wanted) })
