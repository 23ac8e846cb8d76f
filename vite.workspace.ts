import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { compile } from 'svelte/compiler'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The one place that lists the Vitest projects. */
const chromium = [
  // What Playwright itself runs without a screen: the same engine with less around it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))
const executablePath = process.env.CHROMIUM_PATH ?? chromium

/**
 * How long a test waits for what must come, ms. Nothing is measured by it: a machine that does other things as well
 * is slow, not wrong.
 */
const waiting = { expect: { poll: { timeout: 20_000 } }, testTimeout: 180_000 }

/**
 * The files of a project share their worker's process or page, and with it the modules that each of them imports:
 * loading these for every file anew took two thirds of the time. A file that leaves something behind fails.
 */
const shared = { isolate: false, setupFiles: ['scripts/stack/refuseLeaks.ts'] }

/** Libraries that leave something behind: WalletConnect's clients timers of five minutes, solc a listener for rejections. */
const needsItsOwnProcess = [
  'packages/connectors/src/walletConnect/{walletConnect.life,mendEngine}.test.ts',
  'packages/testing/src/walletconnect/**/*.test.ts',
  'packages/local-bundler/src/compileContracts.test.ts',
]

/**
 * Browser tests that need a page of their own: documents whose styles hold for a whole page, wagmi, which listens to
 * the window for as long as there is one, and what asks which files the page has loaded.
 */
const needsItsOwnPage = [
  'apps/*/src/**/*.browser.test.{ts,tsx}',
  'packages/wagmi/src/**/*.browser.test.{ts,tsx}',
  'packages/sdk/src/preload.browser.test.ts',
  'packages/modal/src/views/signInLoading.browser.test.ts',
  'packages/modal/src/views/networks/networks.browser.test.tsx',
]

const notOurs = ['**/node_modules/**', '**/dist/**']

const node = {
  exclude: ['**/*.browser.test.{ts,tsx}', ...notOurs],
  environment: 'node',
  ...waiting,
  hookTimeout: 180_000,
}

const service = (name: string, database: 'pglite' | 'postgres', include: string[]) => ({
  test: {
    name,
    include,
    environment: 'node',
    ...shared,
    globalSetup: ['apps/service/src/testing/prepareDatabase.ts'],
    ...waiting,
    hookTimeout: 180_000,
    env: { TEST_DATABASE: database },
  },
})

/**
 * Whose code differs between PostgreSQL and the embedded database, or asks one for what the other does in its own way:
 * opening, migrations, locks, notifications, cursors, errors. The rest of the service runs on the production database
 * here, and on the embedded one in the end to end tests.
 */
const differsByDatabase = [
  'apps/service/src/life.test.ts',
  'apps/service/src/db/**/*.test.ts',
  'apps/service/src/operations/{rotate,backup/*,doctor/checkDatabase,doctor/runDoctor}.test.ts',
  'apps/service/src/relay/databaseMailbox.test.ts',
  'apps/service/src/cli/runCli.test.ts',
  'apps/service/src/sessions/refreshRaces.test.ts',
  'apps/service/src/identity/users/identities.test.ts',
  'apps/service/src/history/history.test.ts',
]

/** Tests mount components of Svelte; its own plug-in does more than they need. */
const svelteComponents: Plugin = {
  name: 'svelte-components',
  transform: (code, id) => (id.endsWith('.svelte') ? compile(code, { filename: id }).js : undefined),
}

/** One server for all of them: each would find, bundle and transform the same modules again. */
const browsers = {
  plugins: [react(), svelteComponents],
  // Found late, a dependency makes Vite reload the page under a running test.
  optimizeDeps: {
    include: [
      'zod/mini',
      'react',
      'react-dom/client',
      'react-dom/server',
      'vue',
      'vue/server-renderer',
      'svelte',
      'svelte/store',
      'svelte/internal/client',
      'svelte/internal/disclose-version',
      'zustand/vanilla',
      '@tanstack/react-virtual',
      'viem',
      'viem/actions',
      'viem/utils',
      'viem/accounts',
      'viem/chains',
      'wagmi',
      '@tanstack/react-query',
      'wagmi-core-2',
      '@latchkey/wagmi > @wagmi/core',
      '@latchkey/chain-bitcoin > @scure/base',
      '@latchkey/chain-bitcoin > @scure/btc-signer',
      '@latchkey/chain-bitcoin > @scure/btc-signer/payment.js',
      '@latchkey/chain-bitcoin > @scure/btc-signer/utils.js',
      '@latchkey/keyring > @noble/curves/secp256k1.js',
      '@latchkey/keyring > @noble/hashes/sha2.js',
      '@latchkey/keyring > @noble/hashes/sha3.js',
      '@latchkey/keyring > @noble/hashes/utils.js',
      '@latchkey/keyring > @scure/bip39/wordlists/english.js',
      '@latchkey/keyring > shamir-secret-sharing',
    ],
  },
  test: {
    name: 'browsers',
    include: ['{packages,apps}/**/src/**/*.browser.test.{ts,tsx}'],
    exclude: notOurs,
    ...waiting,
    // An element that never comes is waited for as long as the test may take: a view that is not there at all
    // would hold up the whole run.
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: ['--no-sandbox', '--disable-dev-shm-usage'],
        },
      }),
      instances: [
        {
          browser: 'chromium' as const,
          name: 'browser',
          exclude: [...needsItsOwnPage, ...notOurs],
          isolate: false,
          // Vitest does not resolve it from the workspace here.
          setupFiles: [fileURLToPath(new URL('scripts/stack/sharePage.ts', import.meta.url))],
        },
        { browser: 'chromium' as const, name: 'browser-isolated', include: needsItsOwnPage },
      ],
    },
  },
}

export default defineConfig({
  test: {
    // Each service test file owns a database, each browser test a page: two at a time is what two cores bear.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/**/src/**/*.test.{ts,tsx}',
            'apps/{frame,keys,demo}/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          ...node,
          exclude: [...node.exclude, ...needsItsOwnProcess],
          ...shared,
        },
      },
      browsers,
      { test: { name: 'node-isolated', ...node, include: needsItsOwnProcess } },
      service('service-postgres', 'postgres', ['apps/service/src/**/*.test.ts']),
      service('service-pglite', 'pglite', differsByDatabase),
    ],
  },
})
