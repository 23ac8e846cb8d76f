import type { Recipe } from './Recipe.ts'

/** Stands for a namespace that is not there yet. */
const TOY = 'ton'

export const namespace: Recipe = {
  name: 'namespace',
  page: 'add-a-namespace.md',
  // A package, a signer and the frame's chain; see decision 0037 for the lines.
  limit: { files: 3, lines: 10 },
  files: {
    'packages/chain-toy/package.json': `{
  "name": "@latchkey/chain-toy",
  "version": "0.1.0",
  "type": "module",
  "license": "MIT",
  "description": "The adapter of a toy namespace",
  "sideEffects": false,
  "exports": {
    ".": "./src/toyAdapter.ts"
  },
  "dependencies": {
    "@latchkey/core": "0.1.0"
  }
}
`,
    'packages/chain-toy/tsconfig.json': `{
  "extends": "../../tsconfig.base.json",
  "compilerOptions": {
    "rootDir": "src",
    "outDir": "dist/types",
    "tsBuildInfoFile": "dist/tsconfig.tsbuildinfo"
  },
  "include": ["src"],
  "references": [{ "path": "../core" }]
}
`,
    'packages/chain-toy/src/toyAdapter.ts': `import type { CreateChainAdapter } from '@latchkey/core'

/** What a page can do on the toy's networks. */
export const toyAdapter: CreateChainAdapter = () => ({
  namespace: '${TOY}',
  isAddress: (text) => /^Toy[0-9a-f]{16}$/.test(text),
  getBalance: async () => '0',
})
`,
    'apps/keys/src/signers/toy/toySigner.ts': `import { defineKeySigner } from '../../accounts/KeySigner.ts'

/** Its key is the root turned around, and it signs by writing the length of its key before what it signs. */
export const toySigner = /* @__PURE__ */ defineKeySigner<string, string>({
  namespace: '${TOY}',
  reference: 'toy',
  async derive(root) {
    const privateKey = Uint8Array.from(root).reverse()
    const digits = [...privateKey.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'))
    return [{ address: \`Toy\${digits.join('')}\`, privateKey }]
  },
  prepare: (request) => request,
  sign: (key, text) => ({ kind: 'signature', signature: \`\${key.length}:\${text}\` }),
  exportKey: (key) => \`toy:\${key.length}\`,
})
`,
    'apps/frame/src/chains/toy/toyChain.ts': `import { NotAvailableError } from '@latchkey/protocol/frame'
import type { FrameChain } from '../../context/Frame.ts'

const refuse = async () => {
  throw new NotAvailableError()
}

/** The toy's networks, on which nothing is signed for a site yet. */
export const toyChain: FrameChain = {
  namespace: '${TOY}',
  answerRead: () => undefined,
  answerGranted: refuse,
  accounts: refuse,
  approvals: refuse,
}
`,
  },
  lines: [
    {
      file: 'packages/protocol/src/schema/primitives.ts',
      instead: "namespace: z.enum(['eip155', 'solana', 'bip122'])",
      text: `namespace: z.enum(['eip155', 'solana', 'bip122', '${TOY}'])`,
    },
    {
      file: 'packages/core/src/interfaces/Connector.ts',
      instead: "export const NAMESPACES = ['eip155', 'solana', 'bip122'] as const",
      text: `export const NAMESPACES = ['eip155', 'solana', 'bip122', '${TOY}'] as const`,
    },
    {
      file: 'packages/core/src/account/preferredAccountType.ts',
      after: "  solana: ['eoa'],",
      text: `  ${TOY}: ['eoa'],`,
    },
    {
      file: 'packages/core/src/siwx/signSiwx.ts',
      after: "  bip122: (message, account) => ({ method: 'signMessage', params: { account, message } }),",
      text: `  ${TOY}: (message, account) => ({ method: 'signMessage', params: { account, message } }),`,
    },
    {
      file: 'apps/keys/src/accounts/accountIds.ts',
      instead: 'const KEY_NAMESPACES: readonly KeyNamespace[] = [EVM, SOLANA, BITCOIN]',
      text: `const KEY_NAMESPACES: readonly KeyNamespace[] = [EVM, SOLANA, BITCOIN, { namespace: '${TOY}', reference: 'toy' }]`,
    },
    {
      file: 'apps/keys/src/signers/keySigners.ts',
      after: "import { evmSigner } from './evm/evmSigner.ts'",
      text: "import { toySigner } from './toy/toySigner.ts'",
    },
    {
      file: 'apps/keys/src/signers/keySigners.ts',
      after: '  evmSigner,',
      text: '  toySigner,',
    },
    {
      file: 'apps/frame/src/chains/frameChains.ts',
      after: "import { solanaChain } from './solana/solanaChain.ts'",
      text: "import { toyChain } from './toy/toyChain.ts'",
    },
    {
      file: 'apps/frame/src/chains/frameChains.ts',
      instead: 'export const frameChains: readonly FrameChain[] = [evmChain, solanaChain, bitcoinChain]',
      text: 'export const frameChains: readonly FrameChain[] = [evmChain, solanaChain, bitcoinChain, toyChain]',
    },
    { file: 'tsconfig.json', after: '"references": [', text: '    { "path": "packages/chain-toy" },' },
  ],
  projects: ['packages/chain-toy', 'packages/connectors', 'apps/keys', 'apps/frame', 'apps/service'],
  isApart: true,
  tests: {
    'packages/chain-toy/src/toyAdapter.test.ts': `import { expect, test } from 'vitest'
import { toyAdapter } from './toyAdapter.ts'

test('an address of the toy is known, and no other', () => {
  const adapter = toyAdapter({} as never)
  expect(adapter.isAddress('Toy0011223344556677')).toBe(true)
  expect(adapter.isAddress('0x0011223344556677')).toBe(false)
})
`,
    'apps/keys/src/toyNamespace.life.test.ts': `import { UnknownAccountError } from '@latchkey/protocol/keys'
import { expect, test } from 'vitest'
import { startAccountLife } from './recovery/testing/openPanelKeys.ts'
import { codeOf } from './testing/life.ts'
import { createSigner } from './wallet/signer.ts'

const { signal } = new AbortController()

test('a new wallet has an account of the toy, which signs; another account does not', async () => {
  const home = (await startAccountLife()).open()
  const { accounts } = await home.login()
  const toy = accounts.find(({ namespace }) => namespace === '${TOY}')
  expect(toy?.address).toMatch(/^Toy[0-9a-f]{16}$/)
  const signer = createSigner(home.context)
  const account = \`${TOY}:toy:\${toy?.address}\`
  const signed = await signer.sign({ account, request: 'hello' }, 'hello', signal)
  expect(signed).toEqual({ kind: 'signature', signature: '32:hello' })
  const other = { account: '${TOY}:toy:Toy0000000000000000', request: 'hello' }
  await expect(signer.sign(other, 'hello', signal)).rejects.toEqual(codeOf(UnknownAccountError))
})
`,
    'apps/frame/src/chains/toy/toyChain.test.ts': `import { expect, test } from 'vitest'
import { frameChains } from '../frameChains.ts'

test('the frame has a chain of the toy', () => {
  expect(frameChains.map(({ namespace }) => namespace)).toContain('${TOY}')
})
`,
  },
}
