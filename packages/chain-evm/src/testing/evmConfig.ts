import { testConfig } from '@latchkey/core/testing'
import { evmAdapter } from '../host/evmAdapter.ts'

/** A config over one fake connector, with the adapter of this package. */
export const evmConfig = (parameters: Parameters<typeof testConfig>[0] = {}) =>
  testConfig({ adapters: [evmAdapter], ...parameters })
