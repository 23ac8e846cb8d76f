import { defineConfig } from '@playwright/test'

/** `npm run upgrade`: one browser profile and one database through two builds. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  reporter: 'list',
})
