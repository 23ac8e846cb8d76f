import { startAnvil } from '@latchkey/testing/node'
import { expect, test } from 'vitest'
import { accountContracts } from './accountContracts.ts'
import { deployAccountContracts } from './deployAccountContracts.ts'
import { startBundler } from './startBundler.ts'

test('a bundler starts on a chain that brings no block by itself', async () => {
  const chain = await startAnvil({ prepare: deployAccountContracts })
  try {
    await chain.call('evm_setAutomine', [false])
    const bundler = await startBundler({ chainUrl: chain.url })
    expect(await bundler.call('eth_supportedEntryPoints')).toEqual([accountContracts.entryPoint])
    await bundler.stop()
  } finally {
    await chain.stop()
  }
}, 120_000)
