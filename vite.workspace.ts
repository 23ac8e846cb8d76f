import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

/** The one place that lists the Vitest projects. */
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
const executablePath = process.env.CHROMIUM_PATH ?? chromium

/**
 * How long a test waits for what must come, ms. Nothing is measured by it: a machine that does other things as well
 * is slow, not wrong.
 */
const waiting = { expect: { poll: { timeout: 20_000 } }, testTimeout: 180_000 }

const service = (name: string, database: 'pglite' | 'postgres') => ({
  test: {
    name,
    include: ['apps/service/src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['apps/service/src/testing/prepareDatabase.ts'],
    ...waiting,
    hookTimeout: 180_000,
    env: { TEST_DATABASE: database },
  },
})

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
          exclude: ['**/*.browser.test.{ts,tsx}', '**/node_modules/**', '**/dist/**'],
          environment: 'node',
          ...waiting,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [react()],
        // Found late, a dependency makes Vite reload the page under a running test.
        optimizeDeps: {
          include: [
            'zod/mini',
            'react',
            'react-dom/client',
            'react-dom/server',
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
            '@latchkey/keyring > @noble/curves/secp256k1.js',
            '@latchkey/keyring > @noble/hashes/sha2.js',
            '@latchkey/keyring > @noble/hashes/sha3.js',
            '@latchkey/keyring > @noble/hashes/utils.js',
            '@latchkey/keyring > @scure/bip39/wordlists/english.js',
            '@latchkey/keyring > shamir-secret-sharing',
          ],
        },
        test: {
          name: 'browser',
          include: ['packages/**/src/**/*.browser.test.{ts,tsx}', 'apps/*/src/**/*.browser.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          ...waiting,
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
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      service('service-pglite', 'pglite'),
      service('service-postgres', 'postgres'),
    ],
  },
})
